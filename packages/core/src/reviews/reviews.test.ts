import { describe, expect, test } from 'vitest'
import { type PersonId } from '../ids.ts'
import { type Result } from '../result.ts'
import { after, day, instant } from '../time/instant.ts'
import { type Side, answerReview, areVisible, canReview, ratingOf, writeReview } from './double-blind.ts'

const codeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.refusal.code)
const now = instant(Date.UTC(2026, 0, 15))
const closesAt = after(now, 14 * day)
const pair = (...written: Side[]) => ({ closesAt, written })

describe('reviews', () => {
  test('are seen when both are in, or when the time is over', () => {
    expect(areVisible(pair('client'), now)).toBe(false)
    expect(areVisible(pair('client', 'creator'), now)).toBe(true)
    expect(areVisible(pair('client'), closesAt)).toBe(true)
    expect(areVisible(pair(), after(closesAt, -1))).toBe(false)
  })
  test('are written once by each side, within the time, after completion', () => {
    const write = (of: ReturnType<typeof pair> | null, at = now, stars = 5) =>
      codeOf(writeReview(of, 'client', { stars, text: '' }, at))
    expect(write(pair())).toBe('ok')
    expect(write(null)).toBe('review.not-completed')
    expect(write(pair('client'))).toBe('review.already-written')
    expect(write(pair(), closesAt)).toBe('review.closed')
    expect([0, 6, 4.5].map((stars) => write(pair(), now, stars))).toEqual(Array(3).fill('review.stars-out-of-range'))
    expect(canReview(pair('creator'), 'client', now)).toBe(true)
    expect([canReview(null, 'client', now), canReview(pair('client'), 'client', now)]).toEqual([false, false])
  })
  test('the second one publishes both', () => {
    const input = { stars: 4, text: ' Good ' }
    expect(writeReview(pair(), 'client', input, now)).toMatchObject({ value: { text: 'Good', publishes: false } })
    expect(writeReview(pair('creator'), 'client', input, now)).toMatchObject({ value: { publishes: true } })
    const long = { stars: 4, text: 'x'.repeat(4_001) }
    expect(codeOf(writeReview(pair(), 'client', long, now))).toBe('review.too-long')
  })
  test('have one public answer, of whom they are about, once they are visible', () => {
    // Ids of the test's own making.
    const review = { about: 'a' as PersonId, visible: true, answered: false }
    expect(codeOf(answerReview(review, review.about, 'Thanks'))).toBe('ok')
    expect(codeOf(answerReview(review, 'b' as PersonId, 'Thanks'))).toBe('review.not-about-you')
    expect(codeOf(answerReview({ ...review, visible: false }, review.about, 'x'))).toBe('review.not-visible')
    expect(codeOf(answerReview({ ...review, answered: true }, review.about, 'x'))).toBe('review.already-answered')
    expect(codeOf(answerReview(review, review.about, ' '))).toBe('review.answer-empty')
  })
  test('a rating has one decimal', () => {
    expect(ratingOf([])).toEqual({ average: null, count: 0 })
    expect(ratingOf([5, 4, 4])).toEqual({ average: 4.3, count: 3 })
  })
})
