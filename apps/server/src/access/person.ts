import { type PersonShape } from '@veranda/contract/shapes.ts'
import { type RawBuilder, sql } from 'kysely'
import { fileAddress } from '../files/address.ts'

export type PersonRow = { readonly id: string; readonly name: string; readonly avatar_file: string | null }

/** A person of table alias `alias` as one json column. */
export function personJson(alias: string): RawBuilder<PersonRow> {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<PersonRow>`json_build_object('id', ${of('id')}, 'name', ${of('name')}, 'avatar_file', ${of('avatar_file')})`
}

export function showPerson({ id, name, avatar_file }: PersonRow): PersonShape {
  return { id, name, avatar: fileAddress(avatar_file) }
}
