import { route } from '../route.ts'
import type { IdParams } from '../shared-schemas.ts'
import type { AnswerReviewBody, WriteReviewBody, ReviewPair } from './schemas.ts'

export const readReviews = route<{ params: IdParams; reply: ReviewPair }>('GET', '/commissions/:id/reviews')
export const writeReview = route<{ params: IdParams; body: WriteReviewBody; reply: ReviewPair }>(
  'POST',
  '/commissions/:id/reviews',
)
export const answerReview = route<{ params: IdParams; body: AnswerReviewBody; reply: ReviewPair }>(
  'POST',
  '/reviews/:id/answer',
)
