import { type AuditPage, type AuditQuery } from '@veranda/contract/admin/schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { toUserSummaryDto, userJson, type UserSummaryRow } from '../../platform/access/user.presenter.ts'
import { encodeCursor, parseCursor } from '../../platform/db/cursor.ts'
import { type Db } from '../../platform/db/database.ts'
import { pageLimit } from '../../platform/db/page-limit.ts'

type EntryRow = {
  readonly id: string
  readonly action: string
  readonly at: Instant
  readonly data: object
  readonly about: UserSummaryRow | null
  readonly actor: UserSummaryRow | null
}

/** Lists one page of the audit log by user, action and days in UTC, latest first. */
export async function listAuditEntries(db: Db, query: AuditQuery): Promise<Result<AuditPage>> {
  const limit = query.limit ?? 50
  const parsed = parseCursor(query.cursor)
  if (!parsed.ok) return parsed
  const cursor = parsed.value
  const { userId, action, from, to } = query
  const { rows } = await sql<EntryRow>`
    select l.id, l.action, l.at, l.data,
      case when u.id is null then null else ${userJson('u')} end as about,
      case when k.id is null then null else ${userJson('k')} end as actor
    from audit_log l left join users u on u.id = l.user_id left join users k on k.id = l.actor_id
    where true
      ${userId === undefined ? sql`` : sql`and (l.user_id = ${userId} or l.actor_id = ${userId})`}
      ${action === undefined ? sql`` : sql`and starts_with(l.action, ${action})`}
      ${from === undefined ? sql`` : sql`and l.at >= ${from}::date::timestamp at time zone 'UTC'`}
      ${to === undefined ? sql`` : sql`and l.at < (${to}::date + 1)::timestamp at time zone 'UTC'`}
      ${cursor ? sql`and (l.at, l.id) < (${new Date(cursor.at)}::timestamptz, ${cursor.id}::uuid)` : sql``}
    order by l.at desc, l.id desc limit ${pageLimit(limit)}`.execute(db)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return ok({
    items: shown.map(({ id, action: name, at, data, about, actor }) => ({
      id,
      action: name,
      at: toIso(at),
      user: about && toUserSummaryDto(about),
      actor: actor && toUserSummaryDto(actor),
      data: JSON.stringify(data),
    })),
    next: rows.length > limit && last ? encodeCursor({ at: last.at, id: last.id }) : null,
  })
}
