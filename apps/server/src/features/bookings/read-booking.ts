import { type Booking as BookingView } from '@veranda/contract/bookings/schemas.ts'
import { sideOf } from '@veranda/core/bookings/booking.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Actor } from '../../access/actor.ts'
import { type Clock } from '../../clock.ts'
import { type Db } from '../../db/database.ts'
import { absent } from './own-booking.ts'
import { personJson } from '../../access/person.ts'
import { toBooking } from './rows.ts'
import { showBooking } from './show-booking.ts'
import { type WholeBooking } from './whole-booking.ts'

type Reader = { readonly tx: Db; readonly actor: Actor; readonly clock: Clock }

/** One booking as one of its people sees it. Absent for everybody else. */
export async function readBooking(reader: Reader, id: string): Promise<Result<BookingView>> {
  const row = await findWhole(reader.tx, id)
  const side = row && sideOf(toBooking(row), reader.actor.id)
  return row && side ? ok(showBooking(row, side, reader.clock.now())) : absent()
}

/** The same for an operator, who has no part in it. */
export async function readAsOperator({ tx, clock }: Reader, id: string): Promise<Result<BookingView>> {
  const row = await findWhole(tx, id)
  return row ? ok(showBooking(row, 'operator', clock.now())) : absent()
}

/** A booking with all that its page shows, in one statement. */
async function findWhole(tx: Db, id: string): Promise<WholeBooking | undefined> {
  const { rows } = await sql<WholeBooking>`
    select b.*, ${personJson('c')} as client, ${personJson('k')} as creator,
      (select json_build_object('id', id, 'state', state, 'failure', failure, 'expires_at', ${ms('expires_at')},
          'refunded', refunded_at is not null)
        from charges where booking_id = b.id order by created_at desc limit 1) as charge,
      exists (select from payout_holds where id = b.id and available_at is not null) as available,
      (select coalesce(json_agg(json_build_object('person_id', person_id, 'came_at', ${ms('came_at')},
          'left_at', ${ms('left_at')}) order by came_at), '[]')
        from booking_presence where booking_id = b.id) as presence,
      (select coalesce(json_agg(json_build_object('type', type, 'actor_id', actor_id, 'at', ${ms('at')})
          order by position), '[]')
        from events where subject_kind = 'booking' and subject_id = b.id::text) as history
    from bookings b
      join people c on c.id = b.client_id
      join people k on k.id = b.creator_id
    where b.id = ${id}`.execute(tx)
  return rows[0]
}

function ms(column: string) {
  return sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`)
}
