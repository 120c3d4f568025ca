import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { occupiesTime } from '@veranda/core/bookings/booking-states.ts'
import { canMoveFreelyTo } from '@veranda/core/bookings/reservations/move.ts'
import { instant } from '@veranda/core/time/instant.ts'

/** Returns the other party with their time zone; for an admin the client. */
export function otherParty(booking: Booking): { user: Booking['client']; name: string; zone: string } {
  const side = booking.viewerRole === 'client' ? 'creator' : 'client'
  return { user: booking[side], name: booking[side].name, zone: booking.zones[side] }
}

/** Returns true while a payment attempt is running; the charge itself may not exist yet. */
export function isCharging({ money }: WaitingBooking): boolean {
  return money?.place === 'charging'
}

export function can(booking: Booking, ...actions: readonly Booking['actions'][number][]): boolean {
  return actions.some((action) => booking.actions.includes(action))
}

/**
 * Returns true while the room can be joined. The server sends the window to those who may join; the server's clock
 * decides, because no event tells a page that time has passed.
 */
export function isJoinOpen(join: Pick<NonNullable<Booking['join']>, 'from' | 'until'> | null, now: number): boolean {
  return join !== null && now >= Date.parse(join.from) && now < Date.parse(join.until)
}

/**
 * Returns true if the reader may move the booking to that time at once, by the server's rule; otherwise the other side
 * is asked.
 */
export function canMoveAtOnce(booking: Booking, at: string, now: number): boolean {
  const { viewerRole, cost, policy, startsAt } = booking
  if (viewerRole === 'admin' || !can(booking, 'move')) return false
  const moment = (iso: string) => instant(Date.parse(iso))
  const price = cost?.price ?? null
  return canMoveFreelyTo({ terms: { price, policy }, startsAt: moment(startsAt) }, viewerRole, moment(at), instant(now))
}

export type BookingCost = NonNullable<Booking['cost']>

/** A reservation or a request, until it expires. */
export type WaitingBooking = Extract<Booking, { expiresAt: string }>
/** A session that is to come or running. */
export type MeetingBooking = Extract<Booking, { join: object }>
/** A booking after which nothing more happens. */
export type ClosedBooking = Exclude<Booking, WaitingBooking | MeetingBooking>
type ClosedState = ClosedBooking['state']

export function isClosed(state: Booking['state']): state is ClosedState {
  return !occupiesTime(state)
}
