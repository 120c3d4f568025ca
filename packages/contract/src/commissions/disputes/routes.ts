import { route } from '../../route.ts'
import { type IdParams } from '../../shared-schemas.ts'
import { type ExpectedBody } from '../schemas.ts'
import {
  type AdminDispute,
  type AnswerDisputeBody,
  type AskReviewBody,
  type DecideDisputeBody,
  type Dispute,
  type OfferTermsBody,
  type OpenDisputeBody,
  type PendingDecisionBody,
} from './schemas.ts'

/** Disputes a part of the escrow of a milestone, which locks that part. */
export const openDispute = route<{ params: IdParams; body: OpenDisputeBody; reply: Dispute }>(
  'POST',
  '/milestones/:id/disputes',
)
export const readDispute = route<{ params: IdParams; reply: Dispute }>('GET', '/disputes/:id')
export const answerDispute = route<{ params: IdParams; body: AnswerDisputeBody; reply: Dispute }>(
  'POST',
  '/disputes/:id/answer',
)
/** Offers terms that end the dispute once the other side accepts them. */
export const offerTerms = route<{ params: IdParams; body: OfferTermsBody; reply: Dispute }>(
  'POST',
  '/disputes/:id/terms',
)
/** Accepts the open terms, which moves the money at once. */
export const acceptTerms = route<{ params: IdParams; body: ExpectedBody; reply: Dispute }>(
  'POST',
  '/disputes/:id/accept-terms',
)
export const declineTerms = route<{ params: IdParams; body: ExpectedBody; reply: Dispute }>(
  'POST',
  '/disputes/:id/decline-terms',
)
/** Withdraws the dispute; what was disputed returns to the escrow. */
export const withdrawDispute = route<{ params: IdParams; body: ExpectedBody; reply: Dispute }>(
  'POST',
  '/disputes/:id/withdraw',
)
export const readDisputeAsAdmin = route<{ params: IdParams; reply: AdminDispute }>('GET', '/admin/disputes/:id')
/** Asks for a review of the decision by a second admin, once. */
export const askReview = route<{ params: IdParams; body: AskReviewBody; reply: Dispute }>(
  'POST',
  '/disputes/:id/review',
)
/** Waives a review; once both sides have, the decision moves the money at once. */
export const waiveReview = route<{ params: IdParams; body: ExpectedBody; reply: Dispute }>(
  'POST',
  '/disputes/:id/waive-review',
)
/** Decides the dispute; the money moves once the time for a review is over. */
export const decideDispute = route<{ params: IdParams; body: DecideDisputeBody; reply: AdminDispute }>(
  'POST',
  '/admin/disputes/:id/decide',
)
/** Confirms the decision of another admin or replaces it, which moves the money at once. */
export const decideReview = route<{ params: IdParams; body: DecideDisputeBody; reply: AdminDispute }>(
  'POST',
  '/admin/disputes/:id/review',
)
/** Confirms the pending decision of another admin, as if it were made now. */
export const confirmDecision = route<{ params: IdParams; body: PendingDecisionBody; reply: AdminDispute }>(
  'POST',
  '/admin/disputes/:id/confirm',
)
/** Drops a pending decision, so that another can be made. */
export const dropDecision = route<{ params: IdParams; body: PendingDecisionBody; reply: AdminDispute }>(
  'POST',
  '/admin/disputes/:id/drop',
)
