import { describe, expect, test } from 'vitest'
import { type UserId } from '../ids.ts'
import { type Result } from '../result.ts'
import { after, day, instant } from '../time/instant.ts'
import {
  type ReviewParty,
  answer,
  areVisible,
  ratingOf,
  reviewActionsFor,
  reviewPairActionsFor,
  write,
} from './review.ts'

const codeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.refusal.code)
const now = instant(Date.UTC(2026, 0, 15))
const closesAt = after(now, 14 * day)
const pair = (...written: ReviewParty[]) => ({ closesAt, written })

describe('reviews', () => {
  test('are visible when both are written or the review period is over', () => {
    expect(areVisible(pair('client'), now)).toBe(false)
    expect(areVisible(pair('client', 'creator'), now)).toBe(true)
    expect(areVisible(pair('client'), closesAt)).toBe(true)
    expect(areVisible(pair(), after(closesAt, -1))).toBe(false)
  })
  test('are written once by each party, in time, after completion', () => {
    const outcome = (of: ReturnType<typeof pair> | null, at = now, stars = 5) =>
      codeOf(write(of, 'client', { stars, text: '' }, at))
    expect(outcome(pair())).toBe('ok')
    expect(outcome(null)).toBe('review.not-completed')
    expect(outcome(pair('client'))).toBe('review.already-written')
    expect(outcome(pair(), closesAt)).toBe('review.closed')
    expect([0, 6, 4.5].map((stars) => outcome(pair(), now, stars))).toEqual(Array(3).fill('review.stars-out-of-range'))
  })
  test('writing is offered if, and only if, it is not refused', () => {
    const pairs = [null, pair(), pair('client'), pair('creator'), pair('client', 'creator')]
    const offered = pairs.flatMap((of) =>
      (['client', 'creator'] as const).flatMap((side) =>
        [now, after(closesAt, -1), closesAt].map((at) => {
          const accepted = write(of, side, { stars: 5, text: '' }, at).ok
          expect(reviewPairActionsFor(of, side, at)).toEqual(accepted ? ['write'] : [])
          return accepted
        }),
      ),
    )
    expect(new Set(offered)).toEqual(new Set([true, false]))
  })
  test('answering is offered if, and only if, it is not refused', () => {
    const [about, other] = ['a', 'b'].map((id) => id as UserId) as [UserId, UserId] // Ids made up for this test.
    const offered = [about, other].flatMap((by) =>
      [true, false].flatMap((visible) =>
        [true, false].map((answered) => {
          const accepted = answer({ about, visible, answered }, by, 'Thanks').ok
          expect(reviewActionsFor({ about, visible, answered }, by)).toEqual(accepted ? ['answer'] : [])
          return accepted
        }),
      ),
    )
    expect(offered.filter(Boolean)).toHaveLength(1)
  })
  test('the second review publishes both', () => {
    const input = { stars: 4, text: ' Good ' }
    expect(write(pair(), 'client', input, now)).toMatchObject({ value: { text: 'Good', publishes: false } })
    expect(write(pair('creator'), 'client', input, now)).toMatchObject({ value: { publishes: true } })
    const long = { stars: 4, text: 'x'.repeat(4_001) }
    expect(codeOf(write(pair(), 'client', long, now))).toBe('review.too-long')
  })
  test('have one public answer, by the user they are about, once they are visible', () => {
    // Ids made up for this test.
    const review = { about: 'a' as UserId, visible: true, answered: false }
    expect(codeOf(answer(review, review.about, 'Thanks'))).toBe('ok')
    expect(codeOf(answer(review, 'b' as UserId, 'Thanks'))).toBe('review.not-about-you')
    expect(codeOf(answer({ ...review, visible: false }, review.about, 'x'))).toBe('review.not-visible')
    expect(codeOf(answer({ ...review, answered: true }, review.about, 'x'))).toBe('review.already-answered')
    expect(codeOf(answer(review, review.about, ' '))).toBe('review.answer-empty')
  })
  test('a rating has one decimal', () => {
    expect(ratingOf(0, 0)).toEqual({ average: null, count: 0 })
    expect(ratingOf(13, 3)).toEqual({ average: 4.3, count: 3 })
  })
})
