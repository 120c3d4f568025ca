import { type ActivityPage } from '@veranda/contract/commissions/schemas.ts'
import { type PageQuery } from '@veranda/contract/shapes.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Actor } from '../../../access/actor.ts'
import { type Db } from '../../../db/database.ts'
import { pageLimit } from '../../../db/page-limit.ts'
import { personJson, type PersonRow, showPerson } from '../../../access/person.ts'
import { activityName, activityParams, seenByAll, seenByParties } from './activity.ts'

type Row = {
  id: string
  position: number
  type: string
  subject_kind: string
  subject_id: string
  at: Instant
  data: Readonly<Record<string, unknown>>
  by: PersonRow | null
}

const defaultLimit = 30

/**
 * What happened in a project, the latest first. What is between the client and one creator is seen by these two only;
 * guests see the work and never offers or money.
 */
export async function listActivity(
  { tx, actor }: { tx: Db; actor: Actor },
  projectId: string,
  query: PageQuery,
): Promise<Result<ActivityPage>> {
  const limit = query.limit ?? defaultLimit
  const before = query.cursor === undefined ? undefined : Number(query.cursor)
  if (before !== undefined && !Number.isSafeInteger(before)) {
    return refuse('list.cursor-unreadable', 'invalid', { field: 'cursor' })
  }
  const member = await tx
    .selectFrom('project_members')
    .select('part')
    .where('project_id', '=', projectId)
    .where('person_id', '=', actor.id)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  if (!member) return refuse('project.not-found', 'not-found')
  const types = member.part === 'guest' ? seenByAll : [...seenByAll, ...seenByParties]
  const isOne = member.part === 'creator' || member.part === 'asked'
  const { rows } = await sql<Row>`
    select e.id, e.position, e.type, e.subject_kind, e.subject_id, e.at, e.data,
      case when p.id is not null then ${personJson('p')} end as by
    from events e
    left join people p on p.id = e.actor_id
    where e.project_id = ${projectId} and e.type = any(${types})
    ${isOne ? sql`and coalesce(e.data ->> 'creatorId', ${actor.id}) = ${actor.id}` : sql``}
    ${before === undefined ? sql`` : sql`and e.position < ${before}`}
    order by e.position desc
    limit ${pageLimit(limit)}`.execute(tx)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return ok({
    items: items.map((row) => ({
      id: row.id,
      name: activityName(row.type, row.data),
      params: activityParams(row.data),
      by: row.by && showPerson(row.by),
      milestoneId: row.subject_kind === 'milestone' ? row.subject_id : null,
      at: toIso(row.at),
    })),
    next: rows.length > limit && last ? String(last.position) : null,
  })
}
