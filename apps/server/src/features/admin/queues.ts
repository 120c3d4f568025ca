import { type CaseOwner, type CasePage, type CasesQuery, type QueueList } from '@veranda/contract/admin/schemas.ts'
import {
  type AdminQueueName,
  adminQueues,
  permissionOfQueue,
  waitingStateOf,
} from '@veranda/core/admin/admin-queues.ts'
import { permissionsOf } from '@veranda/core/admin/admin-roles.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Actor } from '../../platform/access/actor.ts'
import { type AdminCaseRow, type AdminQueue } from '../../platform/access/admin-queue.ts'
import { type QueryContext } from '../../platform/access/command-context.ts'
import { toUserSummaryDto, userJson, type UserSummaryRow } from '../../platform/access/user.presenter.ts'
import { encodeCursor, parseCursor } from '../../platform/db/cursor.ts'
import { pageLimit } from '../../platform/db/page-limit.ts'

/** Finds a queue whose cases the admin may take. Refuses admin.not-permitted (not allowed). */
export function findQueue(
  queues: readonly AdminQueue[],
  name: AdminQueueName,
  { adminRoles }: Pick<Actor, 'adminRoles'>,
): Result<AdminQueue> {
  const queue = queues.find((one) => one.name === name)
  const isPermitted = permissionsOf(adminRoles).includes(permissionOfQueue[name])
  return queue && isPermitted ? ok(queue) : refuse('admin.not-permitted', 'not-allowed')
}

/** Lists the queues of the admin's roles in the order of the core, each with how many cases wait and since when. */
export async function listQueues(
  { tx, actor, clock }: QueryContext,
  queues: readonly AdminQueue[],
): Promise<Result<QueueList>> {
  const permissions = permissionsOf(actor.adminRoles)
  const items: QueueList['items'] = []
  for (const name of adminQueues) {
    const queue = queues.find((one) => one.name === name)
    if (!queue || !permissions.includes(permissionOfQueue[name])) continue
    const { rows } = await sql<{ count: number; own: number; oldest: Instant | null }>`
      select count(*)::int as count, count(*) filter (where a.admin_id = ${actor.id})::int as own, min(q.opened_at) as oldest
      from (${queue.select(clock.now())}) q
        left join admin_assignments a on a.queue = ${queue.name} and a.case_id = q.case_id
      where q.state = ${waitingStateOf(queue.name)}`.execute(tx)
    const { count = 0, own = 0, oldest = null } = rows[0] ?? {}
    items.push({ queue: queue.name, count, ownCount: own, oldestAt: oldest === null ? null : toIso(oldest) })
  }
  const settings = await tx
    .selectFrom('admin_settings')
    .select('case_mails')
    .where('admin_id', '=', actor.id)
    .executeTakeFirst()
  return ok({ roles: [...actor.adminRoles], permissions, caseMails: settings?.case_mails ?? true, items })
}

type ListedRow = AdminCaseRow & { readonly sort_id: string; readonly owner: UserSummaryRow | null }

/** Lists one page of a queue: those that wait oldest first, others latest first. */
export async function listCases(
  { tx, actor, clock }: QueryContext,
  queue: AdminQueue,
  query: CasesQuery,
): Promise<Result<CasePage>> {
  const limit = query.limit ?? 30
  const parsed = parseCursor(query.cursor)
  if (!parsed.ok) return parsed
  const cursor = parsed.value
  const waiting = waitingStateOf(queue.name)
  const state = query.state ?? waiting
  const [after, order] = state === waiting ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`]
  const ofOwner =
    query.owner === 'me'
      ? sql`and a.admin_id = ${actor.id}`
      : query.owner === 'nobody'
        ? sql`and a.admin_id is null`
        : sql``
  // Cursors have milliseconds and a UUID; ids of failed work are texts.
  const { rows } = await sql<ListedRow>`
    select * from (
      select q.case_id, q.state, date_trunc('milliseconds', q.opened_at) as opened_at, q.title, q.detail, q.amount,
        q.currency, md5(q.case_id)::uuid as sort_id, case when u.id is null then null else ${userJson('u')} end as owner
      from (${queue.select(clock.now())}) q
        left join admin_assignments a on a.queue = ${queue.name} and a.case_id = q.case_id
        left join users u on u.id = a.admin_id
      where q.state = ${state} ${ofOwner}
    ) listed
    ${cursor ? sql`where (opened_at, sort_id) ${after} (${new Date(cursor.at)}::timestamptz, ${cursor.id}::uuid)` : sql``}
    order by opened_at ${order}, sort_id ${order} limit ${pageLimit(limit)}`.execute(tx)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return ok({
    items: shown.map((row) => ({
      id: row.case_id,
      state: row.state,
      openedAt: toIso(row.opened_at),
      title: row.title,
      detail: row.detail,
      money: row.amount === null || row.currency === null ? null : { amount: row.amount, currency: row.currency },
      owner: row.owner && toUserSummaryDto(row.owner),
    })),
    next: rows.length > limit && last ? encodeCursor({ at: last.opened_at, id: last.sort_id }) : null,
  })
}

/** Reads who has taken a case. */
export async function readCaseOwner(
  { tx }: Pick<QueryContext, 'tx'>,
  queue: AdminQueue,
  caseId: string,
): Promise<CaseOwner> {
  const row = await tx
    .selectFrom('admin_assignments as a')
    .innerJoin('users as u', 'u.id', 'a.admin_id')
    .select(['u.id', 'u.name', 'u.avatar_file'])
    .where('a.queue', '=', queue.name)
    .where('a.case_id', '=', caseId)
    .executeTakeFirst()
  return { owner: row ? toUserSummaryDto(row) : null }
}
