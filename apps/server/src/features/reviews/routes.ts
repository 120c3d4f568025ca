import * as contract from '@veranda/contract/reviews/routes.ts'
import { answerBody, reviewBody, reviewPair } from '@veranda/contract/reviews/schemas.ts'
import { idParams } from '@veranda/contract/shapes.ts'
import { serve } from '../../http/serve.ts'
import { signedIn } from '../../http/who.ts'
import { answerReview } from './answer-review.ts'
import { readReviews } from './read-reviews.ts'
import { writeReview } from './write-review.ts'

const who = signedIn
const params = idParams
const reply = reviewPair

/** The two people of a commission alone. */
export const reviewRoutes = [
  serve(contract.readReviews, { who, params, reply }, (ctx) => readReviews(ctx, ctx.params.id)),
  serve(contract.writeReview, { who, params, body: reviewBody, reply }, (ctx) =>
    writeReview(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.answerReview, { who, params, body: answerBody, reply }, (ctx) =>
    answerReview(ctx, ctx.params.id, ctx.body),
  ),
]
