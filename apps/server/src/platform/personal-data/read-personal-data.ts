import { type UserId } from '@veranda/core/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Db, type Tx } from '../db/database.ts'
import { type PersonalData, type PersonalFile, type PersonalFiles } from './personal-data.ts'

/** Rows that are read at once. */
const rowsPerFetch = 500

/** Runs `read` in one snapshot of the database. It writes nothing, so it holds back no event handler. */
export function withSnapshot<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // Times in the files are in UTC, whatever the database uses.
      await sql`set local timezone = 'UTC'`.execute(tx)
      return read(tx)
    })
}

/** Reads the rows of one file of the copy as JSON texts. */
export async function* readRows(tx: Tx, { select, present }: PersonalData, userId: UserId): AsyncGenerator<string> {
  for await (const { item } of readByCursor<{ item: string }>(
    tx,
    sql`select to_json(rows)::text as item from (${select(userId)}) as rows`,
  ))
    yield present ? JSON.stringify(present(JSON.parse(item) as Record<string, unknown>)) : item
}

/** A file with its place in the storage. */
export type LocatedFile = PersonalFile & { readonly key: string }

/** Reads which files a user uploaded. */
export async function* readFiles(tx: Tx, files: PersonalFiles, userId: UserId): AsyncGenerator<LocatedFile> {
  for await (const file of readByCursor<PersonalFile>(tx, files.select(userId)))
    yield { ...file, key: files.storageKey(file.sha256) }
}

async function* readByCursor<Row>(tx: Tx, select: RawBuilder<unknown>): AsyncGenerator<Row> {
  await sql`declare personal_data no scroll cursor for ${select}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(rowsPerFetch)} from personal_data`.execute(tx)
    yield* rows
    if (rows.length < rowsPerFetch) break
  }
  // Where the reader stops before the end, the transaction closes it.
  await sql`close personal_data`.execute(tx)
}
