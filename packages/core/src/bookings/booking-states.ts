import { type StateMachine, type Transition } from '../state-machine.ts'

export const bookingStates = [
  'reserved',
  'requested',
  'confirmed',
  'in_session',
  'completed',
  'no_show_client',
  'no_show_creator',
  'no_show_both',
  'declined',
  'expired',
  'withdrawn',
  'cancelled',
] as const
export type BookingState = (typeof bookingStates)[number]

export const bookingSteps = [
  'reserve',
  'book',
  'request',
  'pay',
  'fail-payment',
  'withdraw',
  'expire',
  'capture',
  'confirm',
  'decline',
  'move',
  'propose-move',
  'accept-move',
  'decline-move',
  'withdraw-move',
  'expire-move',
  'cancel',
  'start',
  'agree-end',
  'complete',
  'no-show-client',
  'no-show-creator',
  'no-show-both',
  'overturn-completed',
  'overturn-client',
  'overturn-creator',
  'overturn-both',
] as const
export type BookingStep = (typeof bookingSteps)[number]

/** States in which a booking occupies its time. */
export const occupyingStates = ['reserved', 'requested', 'confirmed', 'in_session'] as const satisfies BookingState[]
/** States that wait for a step until they expire: a payment, or the creator's answer. */
export const waitingStates = ['reserved', 'requested'] as const satisfies BookingState[]
/** States in which the session can be joined. */
export const meetingStates = ['confirmed', 'in_session'] as const satisfies BookingState[]
/** States in which a side did not come. */
export const noShowStates = ['no_show_client', 'no_show_creator', 'no_show_both'] as const satisfies BookingState[]
/** States of a booking that was called off: its session will not take place. */
const calledOffStates = ['declined', 'expired', 'withdrawn', 'cancelled'] as const satisfies BookingState[]
/** Outcomes that an admin may choose. */
export const attendanceOutcomes = ['completed', ...noShowStates] as const satisfies BookingState[]
export type AttendanceOutcome = (typeof attendanceOutcomes)[number]
/** States that count for the daily and weekly limits: those that occupy time, or did. */
export const quotaStates = [...occupyingStates, 'completed', ...noShowStates] as const satisfies BookingState[]

type BookingStepRow = Transition<BookingState, BookingStep>
const sides = ['client', 'creator'] as const

/** Steps before and during the session. */
const attendanceSteps: BookingStepRow[] = meetingStates.flatMap((from): BookingStepRow[] => [
  { from, action: 'agree-end', to: from, allowedParties: sides },
  { from, action: 'complete', to: 'completed', allowedParties: ['system'] },
  { from, action: 'no-show-client', to: 'no_show_client', allowedParties: ['system'] },
  { from, action: 'no-show-creator', to: 'no_show_creator', allowedParties: ['system'] },
  { from, action: 'no-show-both', to: 'no_show_both', allowedParties: ['system'] },
])

/**
 * Steps with which an admin changes the outcome within two days; of a session that took place only if our failure left
 * the attendance unclear.
 */
const overturnSteps: BookingStepRow[] = attendanceOutcomes.flatMap((from): BookingStepRow[] => [
  { from, action: 'overturn-completed', to: 'completed', allowedParties: ['admin'] },
  { from, action: 'overturn-client', to: 'no_show_client', allowedParties: ['admin'] },
  { from, action: 'overturn-creator', to: 'no_show_creator', allowedParties: ['admin'] },
  { from, action: 'overturn-both', to: 'no_show_both', allowedParties: ['admin'] },
])

/** All states and steps of a booking. */
export const bookingMachine: StateMachine<BookingState, BookingStep> = {
  transitions: [
    { from: null, action: 'reserve', to: 'reserved', allowedParties: ['client'] },
    // By the client if it is free, by the payment otherwise.
    { from: 'reserved', action: 'book', to: 'confirmed', allowedParties: ['client', 'system'] },
    { from: 'reserved', action: 'request', to: 'requested', allowedParties: ['client', 'system'] },
    { from: 'reserved', action: 'pay', to: 'reserved', allowedParties: ['client'] },
    { from: 'reserved', action: 'fail-payment', to: 'reserved', allowedParties: ['system'] },
    { from: 'reserved', action: 'withdraw', to: 'withdrawn', allowedParties: ['client'] },
    { from: 'reserved', action: 'expire', to: 'expired', allowedParties: ['system'] },
    // The creator's confirmation charges an authorised card first, and that payment confirms.
    { from: 'requested', action: 'capture', to: 'requested', allowedParties: ['creator'] },
    { from: 'requested', action: 'confirm', to: 'confirmed', allowedParties: ['creator', 'system'] },
    { from: 'requested', action: 'decline', to: 'declined', allowedParties: ['creator'] },
    { from: 'requested', action: 'expire', to: 'expired', allowedParties: ['system'] },
    { from: 'requested', action: 'fail-payment', to: 'expired', allowedParties: ['system'] },
    { from: 'requested', action: 'cancel', to: 'cancelled', allowedParties: ['client', 'creator', 'admin'] },
    { from: 'confirmed', action: 'move', to: 'confirmed', allowedParties: sides },
    { from: 'confirmed', action: 'propose-move', to: 'confirmed', allowedParties: sides },
    { from: 'confirmed', action: 'accept-move', to: 'confirmed', allowedParties: sides },
    { from: 'confirmed', action: 'decline-move', to: 'confirmed', allowedParties: sides },
    { from: 'confirmed', action: 'withdraw-move', to: 'confirmed', allowedParties: sides },
    { from: 'confirmed', action: 'expire-move', to: 'confirmed', allowedParties: ['system'] },
    { from: 'confirmed', action: 'cancel', to: 'cancelled', allowedParties: ['client', 'creator', 'admin'] },
    { from: 'confirmed', action: 'start', to: 'in_session', allowedParties: ['system'] },
    ...attendanceSteps,
    ...overturnSteps,
  ],
  codes: {
    wrongState: {
      book: 'booking.not-reserved',
      request: 'booking.not-reserved',
      pay: 'booking.not-reserved',
      'fail-payment': 'booking.not-reserved',
      withdraw: 'booking.not-reserved',
      expire: 'booking.not-pending',
      capture: 'booking.not-requested',
      confirm: 'booking.not-requested',
      decline: 'booking.not-requested',
      move: 'booking.not-confirmed',
      'propose-move': 'booking.not-confirmed',
      'accept-move': 'booking.not-confirmed',
      'decline-move': 'booking.not-confirmed',
      'withdraw-move': 'booking.not-confirmed',
      'expire-move': 'booking.not-confirmed',
      cancel: 'booking.cannot-cancel',
      start: 'booking.not-confirmed',
      'agree-end': 'booking.not-in-session',
      complete: 'booking.not-in-session',
      'no-show-client': 'booking.not-in-session',
      'no-show-creator': 'booking.not-in-session',
      'no-show-both': 'booking.not-in-session',
      'overturn-completed': 'booking.not-overturnable',
      'overturn-client': 'booking.not-overturnable',
      'overturn-creator': 'booking.not-overturnable',
      'overturn-both': 'booking.not-overturnable',
    },
    notYourStep: 'booking.not-your-step',
    stale: 'booking.stale',
  },
}

/** Returns true if a booking in this state occupies its time. */
export function occupiesTime(state: BookingState): boolean {
  return occupyingStates.some((one) => one === state)
}

/** Returns true if the session will not take place: it expired, was declined, withdrawn or cancelled. */
export function isCalledOff(state: BookingState): boolean {
  return calledOffStates.some((one) => one === state)
}

type NoShowState = (typeof noShowStates)[number]

/** Returns true if a side did not come. */
export function isNoShow(state: BookingState): state is NoShowState {
  return noShowStates.some((one) => one === state)
}
