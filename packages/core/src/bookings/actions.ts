import { type Party, takeStep } from '../machine.ts'
import { type Instant } from '../time/instant.ts'
import { type Booking, endOf } from './booking.ts'
import { type BookingStep, bookingMachine } from './booking-states.ts'
import { isForOperator } from './meet.ts'
import { mayMoveFreely } from './move.ts'
import { joinOpens, missedAt } from './presence.ts'
import { overturnWithin } from './session-terms.ts'

/** What a reader is offered, by the names of the commands. */
export const bookingActions = [
  'book',
  'pay',
  'give-back',
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

/** What `party` may do with the booking at this moment, by the table that the commands decide with. */
export function bookingActionsFor(booking: Booking, party: Exclude<Party, 'system'>, now: Instant): BookingAction[] {
  return bookingActions.filter((action) => isOpen(booking, party, action, now))
}

function isOpen(booking: Booking, party: Exclude<Party, 'system'>, action: BookingAction, now: Instant): boolean {
  const can = (step: BookingStep) => takeStep(bookingMachine, booking, step, party).ok
  const { terms, proposal, startsAt, expiresAt } = booking
  const live = expiresAt === null || now < expiresAt
  const before = now < startsAt
  switch (action) {
    case 'book':
      return live && !terms.price && can(terms.confirmation === 'by-hand' ? 'request' : 'book')
    case 'pay':
      return live && terms.price !== null && !booking.attempt && can('pay')
    case 'give-back':
      return live && can('give-back')
    case 'confirm':
    case 'decline':
      return live && booking.attempt?.stage !== 'capturing' && can(action)
    case 'move':
      return before && can('move') && mayMoveFreely(booking, now)
    case 'propose-move':
      // Also while it may be moved alone: not to every time.
      return before && can('propose-move') && (!proposal || proposal.by === party)
    case 'accept-move':
    case 'decline-move':
      return before && proposal !== null && proposal.by !== party && can(action)
    case 'withdraw-move':
      return before && proposal?.by === party && can('withdraw-move')
    case 'cancel':
      return before && live && can('cancel')
    case 'enter':
      return can('enter') && now >= joinOpens(booking) && now < endOf(booking)
    case 'complete':
      return can('agree-end') && !before && booking.endAgreedBy !== party
    case 'overturn':
      return (
        isForOperator(booking) &&
        can('overturn-completed') &&
        now <= missedAt({ startsAt, endsAt: endOf(booking) }) + overturnWithin
      )
  }
}
