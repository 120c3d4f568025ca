import { type PersonId } from '../ids.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Instant } from '../time/instant.ts'

export const reviewLimits = { text: 4_000, answer: 2_000 } as const

export type Side = 'client' | 'creator'

/** The two reviews of one completed commission; each of them may be missing. */
export type ReviewPair = { readonly closesAt: Instant; readonly written: readonly Side[] }

/** Whether both can be seen: when both are in, or the 14 days are over. One's own is always seen by oneself. */
export function areVisible({ closesAt, written }: ReviewPair, now: Instant): boolean {
  return (written.includes('client') && written.includes('creator')) || now >= closesAt
}

/** Whether that side may still write. */
export function canReview(pair: ReviewPair | null, side: Side, now: Instant): boolean {
  return pair !== null && now < pair.closesAt && !pair.written.includes(side)
}

/**
 * One side's review, 1 to 5 stars and an optional text; `publishes` says that with it both become visible. `pair` is
 * null until the commission is completed. Refuses review.not-completed (conflict), review.closed (expired),
 * review.already-written (conflict), review.stars-out-of-range and review.too-long (invalid).
 */
export function writeReview(
  pair: ReviewPair | null,
  side: Side,
  input: { readonly stars: number; readonly text: string },
  now: Instant,
): Result<{ readonly stars: number; readonly text: string; readonly publishes: boolean }> {
  if (!pair) return refuse('review.not-completed', 'conflict')
  if (pair.written.includes(side)) return refuse('review.already-written', 'conflict')
  if (now >= pair.closesAt) return refuse('review.closed', 'expired')
  const { stars } = input
  const text = input.text.trim()
  if (!Number.isInteger(stars) || stars < 1 || stars > 5) {
    return refuse('review.stars-out-of-range', 'invalid', { field: 'stars' })
  }
  if (text.length > reviewLimits.text) {
    return refuse('review.too-long', 'invalid', { field: 'text', detail: { max: reviewLimits.text } })
  }
  return ok({ stars, text, publishes: areVisible({ ...pair, written: [...pair.written, side] }, now) })
}

/**
 * The one public answer of whom a visible review is about. Refuses review.not-visible and review.already-answered
 * (conflict), review.not-about-you (not-allowed), review.answer-empty and review.too-long (invalid).
 */
export function answerReview(
  review: { readonly about: PersonId; readonly visible: boolean; readonly answered: boolean },
  by: PersonId,
  text: string,
): Result<string> {
  if (review.about !== by) return refuse('review.not-about-you', 'not-allowed')
  if (!review.visible) return refuse('review.not-visible', 'conflict')
  if (review.answered) return refuse('review.already-answered', 'conflict')
  const answer = text.trim()
  if (answer === '') return refuse('review.answer-empty', 'invalid', { field: 'text' })
  if (answer.length > reviewLimits.answer) {
    return refuse('review.too-long', 'invalid', { field: 'text', detail: { max: reviewLimits.answer } })
  }
  return ok(answer)
}

/** Average with one decimal and count; the average is null when there is none. */
export function ratingOf(stars: readonly number[]): { readonly average: number | null; readonly count: number } {
  if (stars.length === 0) return { average: null, count: 0 }
  const total = stars.reduce((sum, one) => sum + one, 0)
  return { average: Math.round((total * 10) / stars.length) / 10, count: stars.length }
}
