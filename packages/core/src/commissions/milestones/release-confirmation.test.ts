import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  advanceConfirmation,
  type ConfirmationInput,
  type ConfirmationMethod,
  firstConfirmation,
  heldShare,
  minConfirmGapMs,
  releaseHoldMs,
  type ReleaseConfirmation,
} from './release-confirmation.ts'

type TimedInput = readonly [input: ConfirmationInput, at: number]

const runs = 10_000

function run(method: ConfirmationMethod, inputs: readonly TimedInput[], from = firstConfirmation): ReleaseConfirmation {
  return inputs.reduce((state, [input, at]) => advanceConfirmation(state, method, input, at), from)
}

/** Returns a hold with a frame every `frameMs` until it is let go; the first control was pressed at 0. */
function holdInputs(durationMs: number, frameMs: number, start = 500): TimedInput[] {
  const frames: TimedInput[] = []
  for (let at = start + frameMs; at < start + durationMs; at += frameMs) frames.push(['keep', at])
  return [['hold', start], ...frames, ['keep', start + durationMs], ['let-go', start + durationMs]]
}

/** A press somewhere, in milliseconds: of the first control, or of the last one, which a hand holds for a moment. */
const press = fc.record({
  place: fc.constantFrom('first', 'last'),
  pauseMs: fc.integer({ min: 1, max: 5_000 }),
  heldMs: fc.integer({ min: 0, max: 450 }),
  frameMs: fc.integer({ min: 1, max: 400 }),
})
const doublePress = fc.record({ press, gapMs: fc.integer({ min: 0, max: 499 }) })

/** Presses twice at one place. */
function doublePressInputs(
  {
    press: { place, heldMs, frameMs },
    gapMs,
  }: { press: { place: string; heldMs: number; frameMs: number }; gapMs: number },
  start: number,
): TimedInput[] {
  return [start, start + heldMs + gapMs].flatMap((at): TimedInput[] =>
    place === 'first' ? [['continue', at]] : [['confirm', at], ...holdInputs(heldMs, frameMs, at)],
  )
}

test('10 000 random double presses, at any places and times, release nothing in a headset', () => {
  let presses = 0
  fc.assert(
    fc.property(fc.array(doublePress, { minLength: 1, maxLength: 8 }), (all) => {
      let state = firstConfirmation
      let at = 0
      for (const one of all) {
        at += one.press.pauseMs
        state = run('hold', doublePressInputs(one, at), state)
        at += 2 * one.press.heldMs + one.gapMs
        presses += 1
        expect(state.step).not.toBe('release')
      }
    }),
    { numRuns: runs },
  )
  expect(presses).toBeGreaterThanOrEqual(runs)
})

test('10 000 random double presses release nothing on a page, also if the second one hits the other place', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 499 }), fc.boolean(), fc.nat(), (gapMs, isOther, start) => {
      const second = isOther ? 'confirm' : 'continue'
      const state = run('two-places', [
        ['continue', start],
        [second, start + gapMs],
      ])
      expect(state).toEqual({ step: 'confirm', since: start })
    }),
    { numRuns: runs },
  )
})

test('a hold shorter than 1.5 s releases nothing and starts again, however the frames fall', () => {
  expect(releaseHoldMs).toBe(1_500)
  const shortHold = fc.record({
    durationMs: fc.integer({ min: 0, max: releaseHoldMs - 1 }),
    frameMs: fc.integer({ min: 1, max: 2_000 }),
  })
  fc.assert(
    fc.property(fc.array(shortHold, { minLength: 1, maxLength: 5 }), (holds) => {
      const inputs = holds.flatMap(({ durationMs, frameMs }, index) => holdInputs(durationMs, frameMs, index * 10_000))
      expect(run('hold', [['continue', 0], ...inputs])).toEqual({ step: 'confirm', since: 0 })
    }),
    { numRuns: 1_000 },
  )
})

test('a hold of 1.5 s releases while it is still held, and fills up to there', () => {
  const shares: number[] = []
  let state = run('hold', [
    ['continue', 0],
    ['hold', 500],
  ])
  for (let at = 500; state.step !== 'release'; at += 100) {
    state = advanceConfirmation(state, 'hold', 'keep', at)
    shares.push(heldShare(state))
  }
  expect(shares).toHaveLength(16)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect([shares[0], shares.at(-1)]).toEqual([0, 1])
})

test('a picture that stands still does not count as held', () => {
  const state = run('hold', [
    ['continue', 0],
    ['hold', 500],
    ['keep', 60_500],
  ])
  expect(state).toMatchObject({ step: 'hold', heldMs: 250 })
  expect(run('hold', [['let-go', 61_000]], state).step).toBe('confirm')
})

test('on a page the second confirmation counts 1 s after the first, and an earlier one changes nothing', () => {
  expect(minConfirmGapMs).toBe(1_000)
  const early = run('two-places', [
    ['continue', 70],
    ['confirm', 1_069],
  ])
  expect(early).toEqual({ step: 'confirm', since: 70 })
  expect(run('two-places', [['confirm', 1_070]], early)).toEqual({ step: 'release' })
})

test('each method has its own last step, and a refused release starts over', () => {
  const long = holdInputs(5_000, 100)
  expect(run('two-places', [['continue', 0], ...long]).step).toBe('confirm')
  expect(
    run('hold', [
      ['continue', 0],
      ['confirm', 60_000],
    ]).step,
  ).toBe('confirm')
  expect(run('hold', [...long, ['confirm', 9_000]]).step).toBe('review')
  const released = run('hold', [['continue', 0], ...long])
  expect(released.step).toBe('release')
  expect(
    run(
      'hold',
      [
        ['let-go', 9_000],
        ['continue', 9_001],
      ],
      released,
    ).step,
  ).toBe('release')
  expect(run('hold', [['restart', 9_000]], released)).toEqual(firstConfirmation)
})
