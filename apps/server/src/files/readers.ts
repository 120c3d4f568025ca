import { type Db } from '../db/database.ts'

export type StoredFileRow = { readonly id: string; readonly ownerId: string }

/**
 * Says that somebody may read a file; `personId` is null for someone signed out. The owner may always. A file is
 * readable when any reader says so, otherwise it is absent.
 */
export type FileReader = (at: { db: Db; file: StoredFileRow; personId: string | null }) => Promise<boolean>
