import * as contract from '@veranda/contract/reviews/routes.ts'
import { answerBody, reviewBody, reviewPair } from '@veranda/contract/reviews/schemas.ts'
import { idParams } from '@veranda/contract/shapes.ts'
import { serve } from '../../http/serve.ts'
import { signedInAs } from '../../http/who.ts'
import { answerReview } from './answer-review.ts'
import { readReviews } from './read-reviews.ts'
import { writeReview } from './write-review.ts'

const who = signedInAs('The client and the creator of the commission; absent for everybody else.')
const about = signedInAs('Whoever the review is about; absent for strangers to the commission.')
const params = idParams
const reply = reviewPair

/** The two people of a commission alone. */
export const reviewRoutes = [
  serve(contract.readReviews, { who, params, reply }, (ctx) => readReviews(ctx, ctx.params.id)),
  serve(contract.writeReview, { who, params, body: reviewBody, reply }, (ctx) =>
    writeReview(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.answerReview, { who: about, params, body: answerBody, reply }, (ctx) =>
    answerReview(ctx, ctx.params.id, ctx.body),
  ),
]
