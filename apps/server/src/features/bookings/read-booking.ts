import { type Booking as BookingView } from '@veranda/contract/bookings/schemas.ts'
import { type Side, sideOf } from '@veranda/core/bookings/booking.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Actor } from '../../access/actor.ts'
import { type Clock } from '../../clock.ts'
import { type Db } from '../../db/database.ts'
import { absent } from './own-booking.ts'
import { personJson } from './person.ts'
import { type BookingRow, toBooking } from './rows.ts'
import { showBooking } from './show-booking.ts'
import { type WholeBooking } from './whole-booking.ts'

/** One booking as one of its people, or an operator, sees it, in one statement. Absent for everybody else. */
export async function readBooking(
  { t, actor, clock }: { t: Db; actor: Actor; clock: Clock },
  id: string,
): Promise<Result<BookingView>> {
  const { rows } = await sql<WholeBooking>`
    select b.*, ${personJson('c')} as client, ${personJson('k')} as creator,
      (select json_build_object('id', id, 'state', state, 'failure', failure, 'expires_at', ${ms('expires_at')},
          'refunded', refunded_at is not null)
        from charges where booking_id = b.id order by created_at desc limit 1) as charge,
      exists (select from payout_holds where booking_id = b.id and available_at is not null) as available,
      (select coalesce(json_agg(json_build_object('person_id', person_id, 'came_at', ${ms('came_at')},
          'left_at', ${ms('left_at')}) order by came_at), '[]')
        from booking_presence where booking_id = b.id) as presence,
      (select coalesce(json_agg(json_build_object('type', type, 'actor_id', actor_id, 'at', ${ms('at')})
          order by position), '[]')
        from events where subject_kind = 'booking' and subject_id = b.id::text) as history
    from bookings b
      join people c on c.id = b.client_id
      join people k on k.id = b.creator_id
    where b.id = ${id}`.execute(t)
  const [row] = rows
  const part = row && partOf(row, actor)
  return row && part ? ok(showBooking(row, part, clock.now())) : absent()
}

function partOf(row: BookingRow, actor: Actor): Side | 'operator' | undefined {
  return sideOf(toBooking(row), actor.id) ?? (actor.operator ? 'operator' : undefined)
}

function ms(column: string) {
  return sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`)
}
