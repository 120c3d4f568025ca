import { reviewActions, reviewPairActions } from '@veranda/core/reviews/review.ts'
import * as z from 'zod/mini'
import { id, isoInstant, userSummary, multilineText } from '../shared-schemas.ts'

export const writeReviewBody = z.strictObject({
  stars: z.int().check(z.gte(1), z.lte(5)),
  text: multilineText(4000, 0),
})
export type WriteReviewBody = z.infer<typeof writeReviewBody>
export const answerReviewBody = z.strictObject({ text: multilineText(2000) })
export type AnswerReviewBody = z.infer<typeof answerReviewBody>

export const review = z.object({
  id,
  by: userSummary,
  about: userSummary,
  stars: z.int(),
  text: z.string(),
  answer: z.nullable(z.string()),
  at: isoInstant,
  /** The steps that the viewer may take with it now. */
  actions: z.array(z.enum(reviewActions)),
})

export type Review = z.infer<typeof review>

/** The double-blind pair: the other review stays hidden until both are written or the review period is closed. */
export const reviewPair = z.object({
  commissionId: id,
  /** Reviews are still awaited: the review period is open, and at least one of them is missing. */
  open: z.boolean(),
  closesAt: z.nullable(isoInstant),
  mine: z.nullable(review),
  theirs: z.nullable(review),
  theirsWritten: z.boolean(),
  /** The steps that the viewer may take with the pair now. */
  actions: z.array(z.enum(reviewPairActions)),
})
export type ReviewPair = z.infer<typeof reviewPair>
