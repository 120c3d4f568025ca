import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { movesFreely } from '@veranda/core/bookings/move.ts'
import { instant } from '@veranda/core/time/instant.ts'

/** Who is on the other side of a booking, with the zone of their clock; for an operator the client. */
export function otherSide(booking: Booking): { person: Booking['client']; name: string; zone: string } {
  const side = booking.part === 'client' ? 'creator' : 'client'
  return { person: booking[side], name: booking[side].name, zone: booking.zones[side] }
}

/** An attempt to pay is under way; the charge itself may not be there yet. */
export function isCharging({ money }: Pick<Booking, 'money'>): boolean {
  return money?.place === 'charging'
}

export function can(booking: Booking, ...actions: readonly Booking['actions'][number][]): boolean {
  return actions.some((action) => booking.actions.includes(action))
}

/** Whether the reader moves it to that time at once, by the server's own rule; else the other side is asked. */
export function movesAtOnce(booking: Booking, at: string, now: number): boolean {
  const { part, price, policy, startsAt } = booking
  if (part === 'operator' || !can(booking, 'move')) return false
  const moment = (iso: string) => instant(Date.parse(iso))
  return movesFreely({ terms: { price, policy }, startsAt: moment(startsAt) }, part, moment(at), instant(now))
}

/** States in which nothing comes any more. */
export type OverState = Exclude<Booking['state'], 'held' | 'requested' | 'confirmed' | 'in_session'>
export type MissedState = Extract<Booking['state'], `no_show_${string}`>

const live: ReadonlySet<Booking['state']> = new Set(['held', 'requested', 'confirmed', 'in_session'] as const)

export function isOver(state: Booking['state']): state is OverState {
  return !live.has(state)
}

const off = new Set<Booking['state']>(['declined', 'expired', 'given_back', 'cancelled'])

/** It will not take place: nothing came of it, or it was called off. */
export const isOff = ({ state }: Pick<Booking, 'state'>) => off.has(state)

export function isMissedState(state: Booking['state']): state is MissedState {
  return state === 'no_show_client' || state === 'no_show_provider' || state === 'no_show_both'
}
