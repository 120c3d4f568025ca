import { type Booking as BookingView } from '@veranda/contract/bookings/schemas.ts'
import { sideOf } from '@veranda/core/bookings/booking.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { chargebackJson } from '../../platform/ledger/chargeback-flag.ts'
import { type QueryContext } from '../../platform/access/command-context.ts'
import { userJson } from '../../platform/access/user.presenter.ts'
import { type Db } from '../../platform/db/database.ts'
import { bookingNotFound } from './booking-locks.ts'
import { type BookingDetailsRow, toBookingDto } from './booking.presenter.ts'
import { toBooking } from './booking.repository.ts'

/** Reads a booking for one of its sides; `booking.not-found` for anyone else. */
export async function readBooking(reader: QueryContext, id: string): Promise<Result<BookingView>> {
  const row = await findBookingDetails(reader.tx, id)
  const side = row && sideOf(toBooking(row), reader.actor.id)
  return row && side ? ok(toBookingDto(row, side, circumstancesOf(reader))) : bookingNotFound()
}

/** Reads a booking for an admin, who has no side in it. */
export async function readBookingAsAdmin(reader: QueryContext, id: string): Promise<Result<BookingView>> {
  const row = await findBookingDetails(reader.tx, id)
  return row ? ok(toBookingDto(row, 'admin', circumstancesOf(reader))) : bookingNotFound()
}

function circumstancesOf({ clock, deps }: QueryContext) {
  return { now: clock.now(), paymentsOn: deps.env.payments }
}

/** Finds a booking with everything that its page shows, in one statement. */
async function findBookingDetails(tx: Db, id: string): Promise<BookingDetailsRow | undefined> {
  const { rows } = await sql<BookingDetailsRow>`
    select b.*, ${userJson('c')} as client, ${userJson('k')} as creator,
      (select json_build_object('id', id, 'state', state, 'failure', failure, 'expires_at', ${epochMs('expires_at')},
          'refunded', refunded_at is not null)
        from charges where booking_id = b.id order by created_at desc limit 1) as charge,
      (select state from refunds where id = b.id) as refund_state,
      ${chargebackJson('booking_id', 'b.id')} as chargeback,
      exists (select from payout_delays where id = b.id and available_at is not null) as available,
      (select coalesce(json_agg(json_build_object('user_id', user_id, 'entered_at', ${epochMs('entered_at')},
          'left_at', ${epochMs('left_at')}) order by entered_at), '[]')
        from booking_presence where booking_id = b.id) as presence,
      (select coalesce(json_agg(json_build_object('type', type, 'actor_id', actor_id, 'at', ${epochMs('at')})
          order by position), '[]')
        from events where subject_kind = 'booking' and subject_id = b.id::text) as history
    from bookings b
      join users c on c.id = b.client_id
      join users k on k.id = b.creator_id
    where b.id = ${id}`.execute(tx)
  return rows[0]
}

function epochMs(column: string) {
  return sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`)
}
