import { sql } from 'kysely'
import { type Db } from '../../db/database.ts'

/** Counts that the worker fell over a work; answers how often by now. */
export async function noteFall(db: Db, workId: string): Promise<number> {
  const { rows } = await sql<{ falls: number }>`
    update works set falls = falls + 1 where id = ${workId} returning falls`.execute(db)
  return rows[0]?.falls ?? 0
}
