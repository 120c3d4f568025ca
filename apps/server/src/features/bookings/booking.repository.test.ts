import { type Booking, isPaid } from '@veranda/core/bookings/booking.ts'
import { bookingStates } from '@veranda/core/bookings/booking-states.ts'
import {
  bookingIn,
  decidedBooking,
  sampleBooking,
  samplePayment,
} from '@veranda/core/bookings/testing/booking-fixtures.ts'
import { asId, type ChargeId } from '@veranda/core/ids.ts'
import { minor } from '@veranda/core/money/money.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selectBookingForUpdate, updateBooking } from './booking.repository.ts'
import { type BookingScenario, bookingScenario } from './testing/booking-scenario.ts'

let s: BookingScenario
let stored: Booking
beforeAll(async () => {
  s = await bookingScenario()
  const { services } = await s.creator()
  const [service] = services
  if (!service) throw new Error('no service')
  const { id } = await s.reserve(await s.t.createUser(), service, '2027-03-29T09:00:00.000Z')
  const reserved = await load(id)
  if (!reserved) throw new Error('not stored')
  stored = reserved
})
afterAll(() => s.t.close())

const load = (id: string) => s.t.transact((tx) => selectBookingForUpdate(tx, id))

const chargeId = asId<ChargeId>('00000000-0000-4000-8000-000000000001')

/** Gives a booking of the core's tests the ids of the stored one, and saves it in its place. */
async function save(booking: Booking): Promise<Booking> {
  const { id, serviceId, creatorId, clientId, note, terms } = stored
  const fields = { id, serviceId, creatorId, clientId, note, terms }
  const saved: Booking = isPaid(booking)
    ? { ...booking, ...fields, payment: { ...booking.payment, chargeId } }
    : { ...booking, ...fields }
  await s.t.transact((tx) => updateBooking(tx, saved, s.t.clock.now()))
  return saved
}

test('a booking in any state is read as it was saved', async () => {
  const { startsAt } = sampleBooking()
  const bookings: Booking[] = [
    ...bookingStates.map((state) => bookingIn(state)),
    sampleBooking({ payment: { ...samplePayment, settled: true, refunded: minor(5_250) } }),
    sampleBooking({ payment: { ...samplePayment, frozen: true } }),
    sampleBooking({
      proposal: { by: 'client', startsAt, note: 'Later?', expiresAt: startsAt },
      endAgreedBy: 'creator',
    }),
    decidedBooking('completed', { attendanceUnclear: true, ended: { by: 'admin', reason: 'Both came' } }),
  ]
  for (const booking of bookings) {
    const saved = await save(booking)
    expect(await load(stored.id)).toEqual(saved)
  }
})

test('a row without a field of its state is refused by its name, and not read as another booking', async () => {
  const faults = [
    ['reserved', 'expires_at', null, 'without expires_at'],
    ['requested', 'expires_at', null, 'without expires_at'],
    ['reserved', 'attempt', '{"stage":"capturing"}', 'with an attempt that is capturing'],
    ['requested', 'attempt', '{"stage":"charging"}', 'with an attempt that is charging'],
    ['declined', 'ended', null, 'without ended'],
    ['cancelled', 'ended', null, 'without ended'],
    ['cancelled', 'ended', '{"by":"system","reason":""}', 'with an end by system'],
  ] as const
  for (const [state, column, value, fault] of faults) {
    await save(bookingIn(state))
    await sql`update bookings set ${sql.ref(column)} = ${value} where id = ${stored.id}`.execute(s.t.deps.db)
    await expect(load(stored.id)).rejects.toThrow(`stored booking ${stored.id} is ${state} ${fault}`)
  }
})
