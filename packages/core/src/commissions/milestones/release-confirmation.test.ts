import { assert, constantFrom, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import {
  confirmRelease,
  type ConfirmationInput,
  type ReleaseConfirmation,
  releaseHoldMs,
} from './release-confirmation.ts'

/** Runs inputs, each some milliseconds after the one before; returns whether money was released, and the last step. */
function run(...inputs: readonly (readonly [afterMs: number, input: ConfirmationInput])[]) {
  let confirmation: ReleaseConfirmation = { step: 'closed' }
  let released = false
  let nowMs = 0
  for (const [afterMs, input] of inputs) {
    nowMs += afterMs
    const outcome = confirmRelease(confirmation, input, nowMs)
    confirmation = outcome.next
    released ||= outcome.released
  }
  return { released, step: confirmation.step }
}

test('ten thousand double presses release nothing, wherever the second one lands', () => {
  const waitMs = integer({ min: 0, max: 10_000 })
  const betweenMs = integer({ min: 0, max: releaseHoldMs - 1 })
  const landsOn = constantFrom<ConfirmationInput>('open', 'go-on', 'hold', 'cancel')
  assert(
    property(waitMs, betweenMs, landsOn, landsOn, (wait, between, first, second) => {
      expect(run([0, 'open'], [wait, first], [between, second]).released).toBe(false)
    }),
    { numRuns: 10_000 },
  )
})

test('only a hold that began at the second control releases, once', () => {
  expect(run([0, 'open'], [500, 'go-on'], [releaseHoldMs, 'hold'])).toEqual({ released: true, step: 'closed' })
  expect(run([0, 'open'], [500, 'go-on'], [releaseHoldMs - 1, 'hold'])).toEqual({ released: false, step: 'sure' })
  expect(run([0, 'open'], [releaseHoldMs, 'hold']).released).toBe(false)
  expect(run([releaseHoldMs, 'hold']).released).toBe(false)
})

test('cancelling begins again', () => {
  expect(run([0, 'open'], [10, 'go-on'], [10, 'cancel'], [9_000, 'hold'])).toEqual({ released: false, step: 'closed' })
})
