import { type Project, type ProjectList, type ProjectQuery } from '@veranda/contract/commissions/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Actor } from '../../../access/actor.ts'
import { type Clock } from '../../../clock.ts'
import { type Db } from '../../../db/database.ts'
import { pageLimit } from '../../../db/page-limit.ts'
import { personJson, type PersonRow } from '../../../access/person.ts'
import { waitingInProjects } from '../waiting/find-waiting.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { summarise } from './summarise.ts'

export type ListedRow = {
  id: string
  title: string
  state: Project['state']
  part: 'client' | 'creator' | 'guest' | 'asked'
  client: PersonRow
  updated_at: Instant
}

const defaultLimit = 20

/** The projects somebody is in, the latest first, in two queries. */
export async function listProjects(
  at: { tx: Db; actor: Actor; clock: Clock },
  query: ProjectQuery,
): Promise<Result<ProjectList>> {
  const { tx, actor, clock } = at
  const limit = query.limit ?? defaultLimit
  const from = query.cursor === undefined ? undefined : readCursor(query.cursor)
  if (query.cursor !== undefined && !from) return refuse('list.cursor-unreadable', 'invalid', { field: 'cursor' })
  const words = query.q?.trim()
  const { rows } = await sql<ListedRow>`
    select p.id, p.title, p.state, m.part, ${personJson('cl')} as client, m.project_updated_at as updated_at
    from project_members m
    join projects p on p.id = m.project_id
    join people cl on cl.id = p.client_id
    where m.person_id = ${actor.id} and m.left_at is null
    ${query.state ? sql`and p.state = ${query.state}` : sql``}
    ${words ? sql`and p.title ilike ${`%${words.replace(/[\\%_]/g, '\\$&')}%`}` : sql``}
    ${from ? sql`and (m.project_updated_at, m.project_id) < (${new Date(from.at)}, ${from.id})` : sql``}
    order by m.project_updated_at desc, m.project_id desc
    limit ${pageLimit(limit)}`.execute(tx)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const commissions = await waitingInProjects(
    tx,
    items.map((row) => row.id),
    actor.id,
  )
  const now = clock.now()
  return ok({
    items: items.map((row) =>
      summarise(
        row,
        commissions.filter((one) => one.project_id === row.id),
        actor.id,
        now,
      ),
    ),
    next: rows.length > limit && last ? writeCursor({ at: last.updated_at, id: last.id }) : null,
  })
}
