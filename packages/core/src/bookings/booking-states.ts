import { type Machine, type Step } from '../machine.ts'

export const bookingStates = [
  'held',
  'requested',
  'confirmed',
  'in_session',
  'completed',
  'no_show_client',
  'no_show_provider',
  'no_show_both',
  'declined',
  'expired',
  'given_back',
  'cancelled',
] as const
export type BookingState = (typeof bookingStates)[number]

export const bookingSteps = [
  'hold',
  'book',
  'request',
  'pay',
  'fail-payment',
  'give-back',
  'expire',
  'capture',
  'confirm',
  'decline',
  'move',
  'propose-move',
  'accept-move',
  'decline-move',
  'withdraw-move',
  'lapse-move',
  'cancel',
  'enter',
  'start',
  'agree-end',
  'complete',
  'miss-client',
  'miss-provider',
  'miss-both',
  'overturn-completed',
  'overturn-client',
  'overturn-provider',
  'overturn-both',
] as const
export type BookingStep = (typeof bookingSteps)[number]

/** States in which a booking takes up its time. */
export const occupyingStates = ['held', 'requested', 'confirmed', 'in_session'] as const satisfies BookingState[]
/** States that say somebody did not come. */
export const missedStates = ['no_show_client', 'no_show_provider', 'no_show_both'] as const satisfies BookingState[]
/** What an operator may say that it was. */
export const outcomes = ['completed', ...missedStates] as const satisfies BookingState[]
export type Outcome = (typeof outcomes)[number]
/** States that count for the limits per day and week: whatever takes up its time, or took it. */
export const countedStates = [...occupyingStates, 'completed', ...missedStates] as const satisfies BookingState[]

type Row = Step<BookingState, BookingStep>
const sides = ['client', 'creator'] as const
const meeting = ['confirmed', 'in_session'] as const

/** What may happen before and while they meet. */
const whileMeeting: Row[] = meeting.flatMap((from): Row[] => [
  { from, action: 'enter', to: from, who: sides },
  { from, action: 'agree-end', to: from, who: sides },
  { from, action: 'complete', to: 'completed', who: ['system'] },
  { from, action: 'miss-client', to: 'no_show_client', who: ['system'] },
  { from, action: 'miss-provider', to: 'no_show_provider', who: ['system'] },
  { from, action: 'miss-both', to: 'no_show_both', who: ['system'] },
])

/** An operator may say within two days that it was otherwise; of what took place only where a fault of ours was in it. */
const overturns: Row[] = outcomes.flatMap((from): Row[] => [
  { from, action: 'overturn-completed', to: 'completed', who: ['operator'] },
  { from, action: 'overturn-client', to: 'no_show_client', who: ['operator'] },
  { from, action: 'overturn-provider', to: 'no_show_provider', who: ['operator'] },
  { from, action: 'overturn-both', to: 'no_show_both', who: ['operator'] },
])

/** The whole life of a booking. */
export const bookingMachine: Machine<BookingState, BookingStep> = {
  steps: [
    { from: null, action: 'hold', to: 'held', who: ['client'] },
    // By the client when it is free, by the money otherwise.
    { from: 'held', action: 'book', to: 'confirmed', who: ['client', 'system'] },
    { from: 'held', action: 'request', to: 'requested', who: ['client', 'system'] },
    { from: 'held', action: 'pay', to: 'held', who: ['client'] },
    { from: 'held', action: 'fail-payment', to: 'held', who: ['system'] },
    { from: 'held', action: 'give-back', to: 'given_back', who: ['client'] },
    { from: 'held', action: 'expire', to: 'expired', who: ['system'] },
    // The creator's yes takes the money of an authorised card first, and the money confirms.
    { from: 'requested', action: 'capture', to: 'requested', who: ['creator'] },
    { from: 'requested', action: 'confirm', to: 'confirmed', who: ['creator', 'system'] },
    { from: 'requested', action: 'decline', to: 'declined', who: ['creator'] },
    { from: 'requested', action: 'expire', to: 'expired', who: ['system'] },
    { from: 'requested', action: 'fail-payment', to: 'expired', who: ['system'] },
    { from: 'requested', action: 'cancel', to: 'cancelled', who: ['client', 'creator', 'operator'] },
    { from: 'confirmed', action: 'move', to: 'confirmed', who: sides },
    { from: 'confirmed', action: 'propose-move', to: 'confirmed', who: sides },
    { from: 'confirmed', action: 'accept-move', to: 'confirmed', who: sides },
    { from: 'confirmed', action: 'decline-move', to: 'confirmed', who: sides },
    { from: 'confirmed', action: 'withdraw-move', to: 'confirmed', who: sides },
    { from: 'confirmed', action: 'lapse-move', to: 'confirmed', who: ['system'] },
    { from: 'confirmed', action: 'cancel', to: 'cancelled', who: ['client', 'creator', 'operator'] },
    { from: 'confirmed', action: 'start', to: 'in_session', who: ['system'] },
    ...whileMeeting,
    ...overturns,
  ],
  codes: {
    wrongState: {
      hold: 'booking.already-held',
      book: 'booking.not-held',
      request: 'booking.not-held',
      pay: 'booking.not-held',
      'fail-payment': 'booking.not-held',
      'give-back': 'booking.not-held',
      expire: 'booking.not-waiting',
      capture: 'booking.not-requested',
      confirm: 'booking.not-requested',
      decline: 'booking.not-requested',
      move: 'booking.not-confirmed',
      'propose-move': 'booking.not-confirmed',
      'accept-move': 'booking.not-confirmed',
      'decline-move': 'booking.not-confirmed',
      'withdraw-move': 'booking.not-confirmed',
      'lapse-move': 'booking.not-confirmed',
      cancel: 'booking.cannot-cancel',
      enter: 'booking.not-confirmed',
      start: 'booking.not-confirmed',
      'agree-end': 'booking.not-in-session',
      complete: 'booking.not-in-session',
      'miss-client': 'booking.not-in-session',
      'miss-provider': 'booking.not-in-session',
      'miss-both': 'booking.not-in-session',
      'overturn-completed': 'booking.nobody-missed',
      'overturn-client': 'booking.nobody-missed',
      'overturn-provider': 'booking.nobody-missed',
      'overturn-both': 'booking.nobody-missed',
    },
    notYourStep: 'booking.not-your-step',
    notYet: 'booking.not-available-yet',
    stale: 'booking.stale',
  },
}

/** Whether a booking in this state takes up its time. */
export function occupies(state: BookingState): boolean {
  return occupyingStates.some((one) => one === state)
}

/** Whether it stands that somebody did not come. */
export function isMissed(state: BookingState): boolean {
  return missedStates.some((one) => one === state)
}
