import { type NotificationSummary } from '@veranda/contract/notifications/schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { after, day } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Actor } from '../../../platform/access/actor.ts'
import { type Db } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'

const summaryWindowMs = 30 * day

type SummaryRow = {
  volume: { date: string; count: number }[]
  types: Record<string, number>
  read: number
  unread: number
  inApp: number
  email: number
  inAppOpened: number
  emailOpened: number
  pushed: number
  pushedOpened: number
}

/**
 * Summarises the notifications of the last 30 days by the user's own days. A notification counts as opened once it was
 * read, and as pushed once a push service has accepted it.
 */
export async function summariseNotifications(ctx: {
  tx: Db
  actor: Actor
  deps: Deps
}): Promise<Result<NotificationSummary>> {
  const since = new Date(after(ctx.deps.clock.now(), -summaryWindowMs))
  const { rows } = await sql<SummaryRow>`
    with mine as (
      select n.type, n.read_at is not null as opened, n.pushed_at is not null as pushed,
        to_char(n.created_at at time zone u.time_zone, 'YYYY-MM-DD') as date,
        n.routing @> '[{"channel": "record", "decision": "send"}]' as in_app,
        n.routing @> '[{"channel": "email", "decision": "send"}]' as email
      from notifications n join users u on u.id = n.user_id
      where n.user_id = ${ctx.actor.id} and n.deleted_at is null and n.created_at >= ${since}
    )
    select
      (select coalesce(json_agg(d order by d.date), '[]') from (select date, count(*) from mine group by date) d) as volume,
      (select coalesce(json_object_agg(type, count), '{}') from (select type, count(*) from mine group by type) k) as types,
      count(*) filter (where opened) as read, count(*) filter (where not opened) as unread,
      count(*) filter (where in_app) as "inApp", count(*) filter (where in_app and opened) as "inAppOpened",
      count(*) filter (where pushed) as pushed, count(*) filter (where pushed and opened) as "pushedOpened",
      count(*) filter (where email) as email, count(*) filter (where email and opened) as "emailOpened"
    from mine`.execute(ctx.tx)
  const row = rows[0]
  if (!row) throw new Error('an aggregate query must return one row')
  return ok({
    volumeOverTime: row.volume,
    typeDistribution: row.types,
    channelDistribution: { inApp: row.inApp, email: row.email, push: row.pushed },
    engagementRates: {
      inApp: openedShare(row.inAppOpened, row.inApp),
      email: openedShare(row.emailOpened, row.email),
      push: openedShare(row.pushedOpened, row.pushed),
    },
    readVsUnread: { read: row.read, unread: row.unread },
  })
}

/** Returns the share that was opened, from 0 to 1; 0 if nothing was sent. */
function openedShare(opened: number, sent: number): number {
  return sent === 0 ? 0 : opened / sent
}
