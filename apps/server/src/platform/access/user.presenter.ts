import { type UserSummary } from '@veranda/contract/shared-schemas.ts'
import { type RawBuilder, sql } from 'kysely'
import { avatarUrl } from '../assets/stored-files/stored-file-url.ts'

export type UserSummaryRow = { readonly id: string; readonly name: string; readonly avatar_file: string | null }

/** Builds one JSON column with the user of table alias `alias`. */
export function userJson(alias: string): RawBuilder<UserSummaryRow> {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<UserSummaryRow>`json_build_object('id', ${of('id')}, 'name', ${of('name')}, 'avatar_file', ${of('avatar_file')})`
}

export function toUserSummaryDto({ id, name, avatar_file }: UserSummaryRow): UserSummary {
  return { id, name, avatar: avatarUrl(avatar_file) }
}
