import { applyTransition } from '../state-machine.ts'
import { type Instant } from '../time/instant.ts'
import { checkCompleteEarly, isOverturnable, outcomesFor } from './attendance/attendance.ts'
import { type Booking, type BookingParty, isDecided } from './booking.ts'
import { bookingMachine, isCalledOff, isNoShow } from './booking-states.ts'
import { checkAnswer } from './reservations/answer-request.ts'
import { checkCancel } from './reservations/cancel.ts'
import { checkMove, checkProposedMove, checkProposeMove } from './reservations/move.ts'
import { checkBook, checkPay, checkWithdraw } from './reservations/reservation.ts'

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

/** Returns the actions that `party` may take on the booking now. The command of each calls the same check. */
export function bookingActionsFor(booking: Booking, party: BookingParty, now: Instant): BookingAction[] {
  return bookingActions.filter((action) => isActionAllowed(booking, party, action, now))
}

function isActionAllowed(booking: Booking, party: BookingParty, action: BookingAction, now: Instant): boolean {
  switch (action) {
    case 'book':
      return checkBook(booking, party, now).ok
    case 'pay':
      return checkPay(booking, party, now).ok
    case 'withdraw':
      return checkWithdraw(booking, party, now).ok
    case 'confirm':
    case 'decline':
      return checkAnswer(booking, action, party, now).ok
    case 'move':
      return checkMove(booking, party, now).ok
    case 'propose-move':
      return checkProposeMove(booking, party, now).ok
    case 'accept-move':
    case 'decline-move':
    case 'withdraw-move':
      return checkProposedMove(booking, action, party, now).ok
    case 'cancel':
      return party !== 'admin' && checkCancel(booking, party, now).ok
    case 'cancel-as-admin':
      return party === 'admin' && checkCancel(booking, party, now).ok
    case 'complete':
      return checkCompleteEarly(booking, party, now).ok
    case 'overturn':
      return outcomesFor(booking, party, now).length > 0
    case 'report-attendance':
      return (
        party !== 'admin' &&
        isDecided(booking) &&
        isOverturnable(booking) &&
        (isNoShow(booking.state) || booking.ended === null)
      )
    case 'book-again':
      return (
        (booking.state === 'completed' || isCalledOff(booking.state)) &&
        applyTransition(bookingMachine, null, 'reserve', party).ok
      )
  }
}
