import * as contract from '@veranda/contract/reviews/routes.ts'
import { answerReviewBody, writeReviewBody, reviewPair } from '@veranda/contract/reviews/schemas.ts'
import { idParams } from '@veranda/contract/shared-schemas.ts'
import { serve } from '../../platform/http/route.ts'
import { signedInAs } from '../../platform/http/route-access.ts'
import { answerReview } from './answer-review.ts'
import { readReviews } from './read-reviews.ts'
import { writeReview } from './write-review.ts'

const eitherParty = signedInAs('The client and the creator of the commission; 404 for everyone else.')
const reviewSubject = signedInAs('The subject of the review; 404 for strangers to the commission.')
const params = idParams
const reply = reviewPair

/** Routes of reviews, for the two parties of a commission only. */
export const reviewRoutes = [
  serve(contract.readReviews, { access: eitherParty, params, reply }, (ctx) => readReviews(ctx, ctx.params.id)),
  serve(contract.writeReview, { access: eitherParty, params, body: writeReviewBody, reply }, (ctx) =>
    writeReview(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.answerReview, { access: reviewSubject, params, body: answerReviewBody, reply }, (ctx) =>
    answerReview(ctx, ctx.params.id, ctx.body),
  ),
]
