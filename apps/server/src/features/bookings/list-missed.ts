import { type MissedPage } from '@veranda/contract/bookings/schemas.ts'
import { type PageQuery } from '@veranda/contract/shapes.ts'
import { missedStates, type Outcome } from '@veranda/core/bookings/booking-states.ts'
import { missedAt } from '@veranda/core/bookings/presence.ts'
import { overturnWithin } from '@veranda/core/bookings/session-terms.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after, hour, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Clock } from '../../clock.ts'
import { type Db } from '../../db/database.ts'
import { pageLimit } from '../../db/page-limit.ts'
import { type PersonRow, personJson, showPerson } from '../../access/person.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { type BookingRow, toBooking } from './rows.ts'

type Row = BookingRow & { state: Outcome; client: PersonRow; creator: PersonRow }

/**
 * Sessions that somebody did not come to, or that ended with a fault of ours in them, and that an operator may still
 * decide about, the latest first, one page.
 */
export async function listMissed(
  { tx, clock }: { readonly tx: Db; readonly clock: Clock },
  query: PageQuery,
): Promise<Result<MissedPage>> {
  const limit = query.limit ?? 20
  const cursor = readCursor(query.cursor)
  if (query.cursor !== undefined && !cursor) return refuse('list.cursor-unreadable', 'invalid', { field: 'cursor' })
  const since = after(clock.now(), -overturnWithin)
  // It is said at the end at the latest, and no session is longer than a third of a day.
  const { rows } = await sql<Row>`
    select b.*, ${personJson('c')} as client, ${personJson('k')} as creator
    from bookings b
      join people c on c.id = b.client_id
      join people k on k.id = b.creator_id
    where (b.state in (${sql.join(missedStates.map((state) => sql.lit(state)))})
        or (b.state = 'completed' and b.faulted and b.ended is null))
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
      client: showPerson(row.client),
      creator: showPerson(row.creator),
      startsAt: toIso(row.starts_at),
      endsAt: toIso(row.ends_at),
      price: toBooking(row).terms.price,
      until: toIso(after(missedAt({ startsAt: row.starts_at, endsAt: row.ends_at }), overturnWithin)),
    })),
    next: rows.length > limit && last ? writeCursor({ at: last.starts_at, id: last.id }) : null,
  })
}
