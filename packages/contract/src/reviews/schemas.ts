import * as z from 'zod/mini'
import { id, isoInstant, person, text } from '../shapes.ts'

export const reviewBody = z.strictObject({ stars: z.int().check(z.gte(1), z.lte(5)), text: text(4000, 0) })
export type ReviewBody = z.infer<typeof reviewBody>
export const answerBody = z.strictObject({ text: text(2000) })
export type AnswerBody = z.infer<typeof answerBody>

export const review = z.object({
  id,
  by: person,
  about: person,
  stars: z.int(),
  text: z.string(),
  answer: z.nullable(z.string()),
  at: isoInstant,
})

/** The double-blind pair: the other's review stays hidden until both are in or the time is over. */
export const reviewPair = z.object({
  commissionId: id,
  open: z.boolean(),
  closesAt: z.nullable(isoInstant),
  mine: z.nullable(review),
  theirs: z.nullable(review),
  theirsIsIn: z.boolean(),
})
export type ReviewPair = z.infer<typeof reviewPair>
