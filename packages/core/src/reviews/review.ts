import { type UserId } from '../ids.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Instant } from '../time/instant.ts'

export const reviewLimits = { text: 4_000, answer: 2_000 } as const

export type ReviewParty = 'client' | 'creator'

/** The two reviews of a completed commission; either may be missing. */
export type ReviewPair = { readonly closesAt: Instant; readonly written: readonly ReviewParty[] }

/**
 * Returns whether both reviews are public: when both are written or the 14 days are over. Authors always see their own.
 */
export function areVisible({ closesAt, written }: ReviewPair, now: Instant): boolean {
  return (written.includes('client') && written.includes('creator')) || now >= closesAt
}

/** The steps that a party may take with the pair, and with one review. */
export const reviewPairActions = ['write'] as const
export type ReviewPairAction = (typeof reviewPairActions)[number]
export const reviewActions = ['answer'] as const
export type ReviewAction = (typeof reviewActions)[number]

/** Returns what that party may do with the pair now: write, while their review is missing and the review period is open. */
export function reviewPairActionsFor(pair: ReviewPair | null, side: ReviewParty, now: Instant): ReviewPairAction[] {
  return checkOpenFor(pair, side, now).ok ? ['write'] : []
}

function checkOpenFor(pair: ReviewPair | null, side: ReviewParty, now: Instant): Result<ReviewPair> {
  if (!pair) return refuse('review.not-completed', 'conflict')
  if (pair.written.includes(side)) return refuse('review.already-written', 'conflict')
  return now >= pair.closesAt ? refuse('review.closed', 'expired') : ok(pair)
}

/**
 * Checks one party's review, 1 to 5 stars and an optional text; `publishes` is true if both become visible with it.
 * `pair` is null until the commission is completed. Refuses review.not-completed (conflict), review.closed (expired),
 * review.already-written (conflict), review.stars-out-of-range and review.too-long (invalid).
 */
export function write(
  pair: ReviewPair | null,
  side: ReviewParty,
  input: { readonly stars: number; readonly text: string },
  now: Instant,
): Result<{ readonly stars: number; readonly text: string; readonly publishes: boolean }> {
  const open = checkOpenFor(pair, side, now)
  if (!open.ok) return open
  const { stars } = input
  const text = input.text.trim()
  if (!Number.isInteger(stars) || stars < 1 || stars > 5) {
    return refuse('review.stars-out-of-range', 'invalid', { field: 'stars' })
  }
  if (text.length > reviewLimits.text) {
    return refuse('review.too-long', 'invalid', { field: 'text', detail: { max: reviewLimits.text } })
  }
  return ok({ stars, text, publishes: areVisible({ ...open.value, written: [...open.value.written, side] }, now) })
}

/** A review as far as it decides who may answer it. */
export type Review = { readonly about: UserId; readonly visible: boolean; readonly answered: boolean }

/** Returns what the user may do with a review: answer it once, if it is about them and visible. */
export function reviewActionsFor(review: Review, by: UserId): ReviewAction[] {
  return checkAnswerable(review, by).ok ? ['answer'] : []
}

function checkAnswerable(review: Review, by: UserId): Result<void> {
  if (review.about !== by) return refuse('review.not-about-you', 'not-allowed')
  if (!review.visible) return refuse('review.not-visible', 'conflict')
  return review.answered ? refuse('review.already-answered', 'conflict') : ok(undefined)
}

/**
 * Checks the one public answer by the user whom a visible review is about. Refuses review.not-visible and
 * review.already-answered (conflict), review.not-about-you (not-allowed), review.answer-empty and review.too-long
 * (invalid).
 */
export function answer(review: Review, by: UserId, text: string): Result<string> {
  const answerable = checkAnswerable(review, by)
  if (!answerable.ok) return answerable
  const trimmed = text.trim()
  if (trimmed === '') return refuse('review.answer-empty', 'invalid', { field: 'text' })
  if (trimmed.length > reviewLimits.answer) {
    return refuse('review.too-long', 'invalid', { field: 'text', detail: { max: reviewLimits.answer } })
  }
  return ok(trimmed)
}

/** Returns the average of `count` reviews with one decimal; it is null when there are none. */
export function ratingOf(starSum: number, count: number): { average: number | null; count: number } {
  return { average: count === 0 ? null : Math.round((starSum * 10) / count) / 10, count }
}
