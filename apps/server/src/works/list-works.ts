import { type WorkPage, type WorksQuery } from '@veranda/contract/works/schemas.ts'
import { type PersonId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Db } from '../db/database.ts'
import { pageLimit } from '../db/page-limit.ts'
import { showSummary, workColumns, type WorkRow } from './show-work.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** One's own works, the newest first; the cursor is the last id. */
export async function listWorks(
  db: Db,
  ownerId: PersonId,
  query: WorksQuery,
  language: string,
): Promise<Result<WorkPage>> {
  const limit = query.limit ?? 20
  const { cursor } = query
  if (cursor !== undefined && !uuid.test(cursor))
    return refuse('list.cursor-unreadable', 'invalid', { field: 'cursor' })
  const before = cursor === undefined ? sql`` : sql`and w.id < ${cursor}::uuid`
  const state = query.state ? sql`and w.state = ${query.state}` : sql``
  const purpose = query.purpose ? sql`and w.purpose = ${query.purpose}` : sql``
  const { rows } = await sql<WorkRow>`
    select ${workColumns} from works w left join originals o on o.sha256 = w.sha256
    where w.owner_id = ${ownerId} ${before} ${state} ${purpose}
    order by w.id desc limit ${pageLimit(limit)}`.execute(db)
  const items = rows.slice(0, limit).map((row) => showSummary(row, true, language))
  return ok({ items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null })
}
