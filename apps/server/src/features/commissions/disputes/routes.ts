import * as contract from '@veranda/contract/commissions/disputes/routes.ts'
import * as schemas from '@veranda/contract/commissions/disputes/schemas.ts'
import { expectedBody } from '@veranda/contract/commissions/schemas.ts'
import { idParams } from '@veranda/contract/shared-schemas.ts'
import { adminWho, signedInAs } from '../../../platform/http/route-access.ts'
import { serve } from '../../../platform/http/route.ts'
import { answerDispute } from './answer-dispute.ts'
import { askReview, waiveReview } from './ask-or-waive-review.ts'
import { confirmDecision, decideDispute, decideReview, dropDecision } from './decide-dispute.ts'
import { acceptTerms, withdrawDispute } from './end-dispute.ts'
import { declineTerms, offerTerms } from './offer-or-decline-terms.ts'
import { openDispute } from './open-dispute.ts'
import { readDispute, readDisputeAsAdmin } from './read-dispute.ts'

const eitherParty = signedInAs('The client and the creator of the commission; 404 for everyone else.')
const opener = signedInAs('The side that opened the dispute; 404 for strangers.')
const answerer = signedInAs('The side that did not open the dispute; 404 for strangers.')
const recipient = signedInAs('The side that the offered terms wait for; 404 for strangers.')
const admin = adminWho('decide-disputes')
const params = idParams
const idempotent = { idempotency: 'required' } as const
const paid = { ...idempotent, paid: true } as const
const reply = schemas.dispute

/** Routes of disputes for their two sides, and for the admins who decide them. */
export const disputeRoutes = [
  serve(contract.openDispute, { access: eitherParty, params, body: schemas.openDisputeBody, reply, ...paid }, (ctx) =>
    openDispute(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.readDispute, { access: eitherParty, params, reply }, (ctx) => readDispute(ctx, ctx.params.id)),
  serve(
    contract.answerDispute,
    { access: answerer, params, body: schemas.answerDisputeBody, reply, ...idempotent },
    (ctx) => answerDispute(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.offerTerms, { access: eitherParty, params, body: schemas.offerTermsBody, reply, ...paid }, (ctx) =>
    offerTerms(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.acceptTerms, { access: recipient, params, body: expectedBody, reply, ...paid }, (ctx) =>
    acceptTerms(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.declineTerms, { access: recipient, params, body: expectedBody, reply }, (ctx) =>
    declineTerms(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.withdrawDispute, { access: opener, params, body: expectedBody, reply, ...idempotent }, (ctx) =>
    withdrawDispute(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.askReview, { access: eitherParty, params, body: schemas.askReviewBody, reply, ...idempotent }, (ctx) =>
    askReview(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.waiveReview, { access: eitherParty, params, body: expectedBody, reply, ...paid }, (ctx) =>
    waiveReview(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.readDisputeAsAdmin, { access: admin, params, reply: schemas.adminDispute }, (ctx) =>
    readDisputeAsAdmin(ctx, ctx.params.id),
  ),
  serve(
    contract.decideDispute,
    { access: admin, params, body: schemas.decideDisputeBody, reply: schemas.adminDispute, ...paid },
    (ctx) => decideDispute(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    contract.decideReview,
    { access: admin, params, body: schemas.decideDisputeBody, reply: schemas.adminDispute, ...paid },
    (ctx) => decideReview(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    contract.confirmDecision,
    { access: admin, params, body: schemas.pendingDecisionBody, reply: schemas.adminDispute, ...paid },
    (ctx) => confirmDecision(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    contract.dropDecision,
    { access: admin, params, body: schemas.pendingDecisionBody, reply: schemas.adminDispute },
    (ctx) => dropDecision(ctx, ctx.params.id, ctx.body),
  ),
]
