import { expect, test } from 'vitest'
import { bookingProgress } from './booking-progress.ts'
import { sampleBooking } from './testing/sample-bookings.ts'

const course = (...args: Parameters<typeof sampleBooking>) =>
  bookingProgress(sampleBooking(...args)).map(({ kind, state }) => `${kind} ${state}`)
const went = (...what: string[]) => what.map((one) => ({ type: one, by: null, at: '2026-11-23T10:00:00.000Z' }))
const byHand = { ...sampleBooking().service, confirmation: 'manual' } as const

test.each([
  ['reserved', ['reserved now', 'booked next', 'session next', 'done next']],
  ['confirmed', ['reserved done', 'booked now', 'session next', 'done next']],
  ['in_session', ['reserved done', 'booked done', 'session now', 'done next']],
  ['completed', ['reserved done', 'booked done', 'session done', 'done done']],
] as const)('a booking in state %s is at its step', (state, steps) => {
  expect(course({ state })).toEqual(steps)
})

test('manual confirmation has its own step', () => {
  expect(course({ state: 'requested', service: byHand })).toEqual([
    'reserved done',
    'answer now',
    'booked next',
    'session next',
    'done next',
  ])
})

test('a booking that was called off stops at the step it had reached', () => {
  expect(course({ state: 'expired' })).toEqual(['reserved done', 'off failed'])
  expect(course({ state: 'declined', service: byHand, history: went('reserved', 'requested', 'declined') })).toEqual([
    'reserved done',
    'answer done',
    'off failed',
  ])
  expect(course({ state: 'cancelled', history: went('reserved', 'confirmed', 'cancelled') })).toEqual([
    'reserved done',
    'booked done',
    'off failed',
  ])
})

test('a session that no one came to did not take place', () => {
  expect(course({ state: 'no_show_both' })).toEqual(['reserved done', 'booked done', 'no-show failed'])
})
