import { listBookings } from '@veranda/contract/bookings/routes.ts'
import { moveClock } from '@veranda/contract/sandbox/routes.ts'
import { openApiClient } from '../support/api-client.ts'

const minuteMs = 60_000

/** The demo world's booking within the next hour; times in milliseconds. */
export type UpcomingBooking = { readonly id: string; readonly startsAt: number; readonly endsAt: number }

/** Sets the clock to this many minutes before the upcoming booking. */
export async function setClockBeforeBooking(url: string, minutes: number): Promise<UpcomingBooking> {
  const maya = await openApiClient(url, 'Maya')
  const { items } = await maya.call(listBookings, { query: { when: 'upcoming' } })
  const found = items.find(({ state }) => state === 'confirmed')
  if (!found) throw new Error('the demo world has no upcoming booking')
  const booking = { id: found.id, startsAt: Date.parse(found.startsAt), endsAt: Date.parse(found.endsAt) }
  await setClock(url, booking.startsAt - minutes * minuteMs)
  return booking
}

/** Sets the clock. Existing sessions may expire by this. */
export async function setClock(url: string, at: number): Promise<void> {
  const kenji = await openApiClient(url, 'Kenji')
  await kenji.call(moveClock, { body: { to: new Date(at).toISOString() } })
}
