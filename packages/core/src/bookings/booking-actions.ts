import { type Party, applyTransition } from '../state-machine.ts'
import { type Instant } from '../time/instant.ts'
import {
  type Booking,
  isConfirmed,
  isDecided,
  isMeeting,
  isRequested,
  isReserved,
  isWaiting,
  type MoveProposal,
} from './booking.ts'
import { type BookingState, type BookingStep, bookingMachine, isNoShow, occupiesTime } from './booking-states.ts'
import { checkOverturnable, isOverturnable } from './attendance/attendance.ts'
import { canMoveFreely } from './reservations/move.ts'

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
  'cancel-as-admin',
  'complete',
  'overturn',
  'report-attendance',
  'book-again',
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
  const { terms, startsAt } = booking
  const notExpired = !isWaiting(booking) || now < booking.expiresAt
  const beforeStart = now < startsAt
  const proposal: MoveProposal | null = isConfirmed(booking) ? booking.proposal : null
  switch (action) {
    case 'book':
      return notExpired && !terms.price && can(terms.confirmation === 'manual' ? 'request' : 'book')
    case 'pay':
      return notExpired && terms.price !== null && isReserved(booking) && !booking.attempt && can('pay')
    case 'withdraw':
      return notExpired && can('withdraw')
    case 'confirm':
    case 'decline':
      return notExpired && isRequested(booking) && booking.attempt?.stage !== 'capturing' && can(action)
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
      return party !== 'admin' && beforeStart && notExpired && can('cancel')
    case 'cancel-as-admin':
      return party === 'admin' && beforeStart && notExpired && can('cancel')
    case 'complete':
      return can('agree-end') && !beforeStart && isMeeting(booking) && booking.endAgreedBy !== party
    case 'overturn':
      return can('overturn-completed') && checkOverturnable(booking, now).ok
    case 'report-attendance':
      return (
        party !== 'admin' &&
        isDecided(booking) &&
        isOverturnable(booking) &&
        (isNoShow(booking.state) || booking.ended === null)
      )
    case 'book-again':
      return isOverWithoutNoShow(booking.state) && applyTransition(bookingMachine, null, 'reserve', party).ok
  }
}

function isOverWithoutNoShow(state: BookingState): boolean {
  return !occupiesTime(state) && !isNoShow(state)
}
