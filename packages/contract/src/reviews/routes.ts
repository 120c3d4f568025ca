import { route } from '../route.ts'
import type { IdParams } from '../shapes.ts'
import type { AnswerBody, ReviewBody, ReviewPair } from './schemas.ts'

export const readReviews = route<{ params: IdParams; reply: ReviewPair }>('GET', '/commissions/:id/reviews')
export const writeReview = route<{ params: IdParams; body: ReviewBody; reply: ReviewPair }>(
  'POST',
  '/commissions/:id/reviews',
)
export const answerReview = route<{ params: IdParams; body: AnswerBody; reply: ReviewPair }>(
  'POST',
  '/reviews/:id/answer',
)
