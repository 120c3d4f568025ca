import { type Party, applyTransition } from '../state-machine.ts'
import { type Instant } from '../time/instant.ts'
import { type Booking, endOf } from './booking.ts'
import { type BookingStep, bookingMachine } from './booking-states.ts'
import { isOverturnable } from './attendance/attendance.ts'
import { canMoveFreely } from './reservations/move.ts'
import { joinOpensAt, noShowDecidedAt } from './attendance/presence.ts'
import { overturnWindowMs } from './services/service-terms.ts'

/** Actions that a reader may be offered, named like the commands. */
export const bookingActions = [
  'book',
  'pay',
  'withdraw',
  'confirm',
  'decline',
  'move',
  'propose-move',
  'accept-move',
  'decline-move',
  'withdraw-move',
  'cancel',
  'enter',
  'complete',
  'overturn',
] as const
export type BookingAction = (typeof bookingActions)[number]

/** Returns the actions that `party` may take on the booking now, from the same state table as the commands. */
export function bookingActionsFor(booking: Booking, party: Exclude<Party, 'system'>, now: Instant): BookingAction[] {
  return bookingActions.filter((action) => isActionAllowed(booking, party, action, now))
}

function isActionAllowed(
  booking: Booking,
  party: Exclude<Party, 'system'>,
  action: BookingAction,
  now: Instant,
): boolean {
  const can = (step: BookingStep) => applyTransition(bookingMachine, booking, step, party).ok
  const { terms, proposal, startsAt, expiresAt } = booking
  const notExpired = expiresAt === null || now < expiresAt
  const beforeStart = now < startsAt
  switch (action) {
    case 'book':
      return notExpired && !terms.price && can(terms.confirmation === 'manual' ? 'request' : 'book')
    case 'pay':
      return notExpired && terms.price !== null && !booking.attempt && can('pay')
    case 'withdraw':
      return notExpired && can('withdraw')
    case 'confirm':
    case 'decline':
      return notExpired && booking.attempt?.stage !== 'capturing' && can(action)
    case 'move':
      return beforeStart && can('move') && canMoveFreely(booking, now)
    case 'propose-move':
      // Also while it may be moved without consent: that does not hold for every time.
      return beforeStart && can('propose-move') && (!proposal || proposal.by === party)
    case 'accept-move':
    case 'decline-move':
      return beforeStart && proposal !== null && proposal.by !== party && can(action)
    case 'withdraw-move':
      return beforeStart && proposal?.by === party && can('withdraw-move')
    case 'cancel':
      return beforeStart && notExpired && can('cancel')
    case 'enter':
      return can('enter') && now >= joinOpensAt(booking) && now < endOf(booking)
    case 'complete':
      return can('agree-end') && !beforeStart && booking.endAgreedBy !== party
    case 'overturn':
      return (
        isOverturnable(booking) &&
        can('overturn-completed') &&
        now <= noShowDecidedAt({ startsAt, endsAt: endOf(booking) }) + overturnWindowMs
      )
  }
}
