import { type NoShowPage } from '@veranda/contract/bookings/schemas.ts'
import { type PageQuery } from '@veranda/contract/shared-schemas.ts'
import { noShowStates, type AttendanceOutcome } from '@veranda/core/bookings/booking-states.ts'
import { noShowDecidedAt } from '@veranda/core/bookings/attendance/presence.ts'
import { overturnWindowMs } from '@veranda/core/bookings/services/hourly-service.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { after, hour, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Clock } from '../../../platform/clock/clock.ts'
import { type Db } from '../../../platform/db/database.ts'
import { pageLimit } from '../../../platform/db/page-limit.ts'
import { type UserSummaryRow, userJson, toUserSummaryDto } from '../../../platform/access/user.presenter.ts'
import { type AdminQueue } from '../../../platform/access/admin-queue.ts'
import { encodeCursor, parseCursor } from '../../../platform/db/cursor.ts'
import { type BookingRow } from '../booking.repository.ts'

type NoShowRow = BookingRow & { state: AttendanceOutcome; client: UserSummaryRow; creator: UserSummaryRow }

/** Lists one page of no-shows and of sessions with unclear attendance that an admin may still decide, latest first. */
export async function listNoShows(
  { tx, clock }: { readonly tx: Db; readonly clock: Clock },
  query: PageQuery,
): Promise<Result<NoShowPage>> {
  const limit = query.limit ?? 20
  const parsed = parseCursor(query.cursor)
  if (!parsed.ok) return parsed
  const cursor = parsed.value
  const since = after(clock.now(), -overturnWindowMs)
  // A no-show is decided at the end of the session at the latest, and no session is longer than 8 hours.
  const { rows } = await sql<NoShowRow>`
    select b.*, ${userJson('c')} as client, ${userJson('k')} as creator
    from bookings b
      join users c on c.id = b.client_id
      join users k on k.id = b.creator_id
    where (b.state in (${sql.join(noShowStates.map((state) => sql.lit(state)))})
        or (b.state = 'completed' and b.attendance_unclear and b.ended is null))
      and b.starts_at >= ${new Date(since - 8 * hour)}
      and least(b.starts_at + interval '10 minutes', b.ends_at) >= ${new Date(since)}
      ${cursor ? sql`and (b.starts_at, b.id) < (${new Date(cursor.at)}::timestamptz, ${cursor.id}::uuid)` : sql``}
    order by b.starts_at desc, b.id desc limit ${pageLimit(limit)}`.execute(tx)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return ok({
    items: shown.map((row) => ({
      id: row.id,
      state: row.state,
      title: row.terms.title,
      client: toUserSummaryDto(row.client),
      creator: toUserSummaryDto(row.creator),
      startsAt: toIso(row.starts_at),
      endsAt: toIso(row.ends_at),
      price: row.terms.price,
      overturnableUntil: toIso(
        after(noShowDecidedAt({ startsAt: row.starts_at, endsAt: row.ends_at }), overturnWindowMs),
      ),
    })),
    next: rows.length > limit && last ? encodeCursor({ at: last.starts_at, id: last.id }) : null,
  })
}

/** The same bookings as `listNoShows`, as cases since their attendance was decided. */
export const noShowQueue: AdminQueue = {
  name: 'no-shows',
  select: (now) => {
    const since = after(now, -overturnWindowMs)
    return sql`
      select b.id::text as case_id, 'open' as state, least(b.starts_at + interval '10 minutes', b.ends_at) as opened_at,
        b.terms->>'title' as title, c.name || ' · ' || k.name as detail, (b.terms->'price'->>'amount')::bigint as amount,
        b.terms->'price'->>'currency' as currency, null::timestamptz as due_at
      from bookings b join users c on c.id = b.client_id join users k on k.id = b.creator_id
      where (b.state in (${sql.join(noShowStates.map((state) => sql.lit(state)))})
          or (b.state = 'completed' and b.attendance_unclear and b.ended is null))
        and b.starts_at >= ${new Date(after(since, -8 * hour))}
        and least(b.starts_at + interval '10 minutes', b.ends_at) >= ${new Date(since)}`
  },
}
