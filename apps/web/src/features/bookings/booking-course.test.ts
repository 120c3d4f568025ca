import { expect, test } from 'vitest'
import { bookingCourse } from './booking-course.ts'
import { sampleBooking } from './samples.ts'

const course = (...args: Parameters<typeof sampleBooking>) =>
  bookingCourse(sampleBooking(...args)).map(({ kind, state }) => `${kind} ${state}`)
const went = (...what: string[]) => what.map((one) => ({ what: one, by: null, at: '2026-11-23T10:00:00.000Z' }))
const byHand = { ...sampleBooking().service, confirmation: 'by-hand' } as const

test.each([
  ['held', ['held now', 'booked next', 'session next', 'done next']],
  ['confirmed', ['held done', 'booked now', 'session next', 'done next']],
  ['in_session', ['held done', 'booked done', 'session now', 'done next']],
  ['completed', ['held done', 'booked done', 'session done', 'done done']],
] as const)('%s stands where it stands', (state, steps) => {
  expect(course({ state })).toEqual(steps)
})

test('who confirms by hand has a step of their own', () => {
  expect(course({ state: 'requested', service: byHand })).toEqual([
    'held done',
    'answer now',
    'booked next',
    'session next',
    'done next',
  ])
})

test('what was called off stops where it had come to', () => {
  expect(course({ state: 'expired' })).toEqual(['held done', 'off failed'])
  expect(course({ state: 'declined', service: byHand, history: went('held', 'requested', 'declined') })).toEqual([
    'held done',
    'answer done',
    'off failed',
  ])
  expect(course({ state: 'cancelled', history: went('held', 'confirmed', 'cancelled') })).toEqual([
    'held done',
    'booked done',
    'off failed',
  ])
})

test('a session that nobody came to did not take place', () => {
  expect(course({ state: 'no_show_both' })).toEqual(['held done', 'booked done', 'missed failed'])
})
