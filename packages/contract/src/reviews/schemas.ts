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

const reviewPairFields = {
  commissionId: id,
  /** The steps that the viewer may take with the pair now. */
  actions: z.array(z.enum(reviewPairActions)),
}
/** The double-blind pair, with the fields of its state; those of other states are null. */
export const reviewPair = z.discriminatedUnion('state', [
  z.object({
    ...reviewPairFields,
    state: z.literal('not-completed'),
    closesAt: z.null(),
    mine: z.null(),
    theirs: z.null(),
    theirsWritten: z.null(),
  }),
  /** At least one is missing, and the review period is open: the other's stays hidden. */
  z.object({
    ...reviewPairFields,
    state: z.literal('open'),
    closesAt: isoInstant,
    mine: z.nullable(review),
    theirs: z.null(),
    theirsWritten: z.boolean(),
  }),
  /** Both are written, or the review period is over: what is missing now stays missing. */
  z.object({
    ...reviewPairFields,
    state: z.literal('published'),
    closesAt: isoInstant,
    mine: z.nullable(review),
    theirs: z.nullable(review),
    theirsWritten: z.null(),
  }),
])
export type ReviewPair = z.infer<typeof reviewPair>
