import { type PersonalDataName } from '@veranda/core/accounts/export/data-export.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type RawBuilder } from 'kysely'

/** One file of the copy that users get of their data. */
export type PersonalData = {
  readonly name: PersonalDataName
  /**
   * Selects what a user may have, in the words of the product and in the order of the file: the names of the columns are
   * those in the file. Of other users it has names and what they sent to this one, and no secret of anyone.
   */
  select(userId: UserId): RawBuilder<unknown>
  /** Returns what the file says of a selected row, where that is more than the row itself. */
  present?(row: Readonly<Record<string, unknown>>): object
}

/** Files that users uploaded themselves, for the same copy. */
export type PersonalFiles = {
  /** Selects `id`, `name`, `mediaType`, `bytes`, `createdAt` and `sha256` of each file. */
  select(userId: UserId): RawBuilder<PersonalFile>
  /** Returns where the bytes of a hash are in the storage. */
  storageKey(sha256: string): string
}

export type PersonalFile = {
  readonly id: string
  readonly name: string
  readonly mediaType: string
  readonly bytes: number
  readonly createdAt: Instant
  readonly sha256: string
}
