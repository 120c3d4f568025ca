import * as contract from '@veranda/contract/commissions/routes.ts'
import {
  requestChangesBody,
  addDeliverableBody,
  versionRefBody,
} from '@veranda/contract/commissions/deliverables/schemas.ts'
import {
  acceptOfferBody,
  offerBody,
  offerRefBody,
  commission,
  requestCommissionBody,
} from '@veranda/contract/commissions/offers/schemas.ts'
import { expectedBody, reasonBody } from '@veranda/contract/commissions/schemas.ts'
import {
  fundMilestoneBody,
  milestone,
  moveDueDateBody,
  refundMilestoneBody,
  requestExtensionBody,
} from '@veranda/contract/commissions/milestones/schemas.ts'
import {
  activityPage,
  openProjectBody,
  project,
  projectList,
  projectQuery,
} from '@veranda/contract/commissions/projects/schemas.ts'
import {
  acceptChangeOrderBody,
  counterChangeOrderBody,
  proposeChangeOrderBody,
} from '@veranda/contract/commissions/change-orders/schemas.ts'
import { counterSettlementBody, proposeSettlementBody } from '@veranda/contract/commissions/settlements/schemas.ts'
import { idParams, pageQuery } from '@veranda/contract/shared-schemas.ts'
import { serve } from '../../platform/http/route.ts'
import { anyoneSignedIn, signedIn, signedInAs, withVerifiedAddress } from '../../platform/http/route-access.ts'
import { addDeliverable } from './deliverables/add-deliverable.ts'
import { approveMilestone } from './milestones/approve-milestone.ts'
import { requestExtension } from './milestones/due-dates/request-extension.ts'
import { grantExtension } from './milestones/due-dates/grant-extension.ts'
import { declineExtension } from './milestones/due-dates/decline-extension.ts'
import { moveDueDate } from './milestones/due-dates/move-due-date.ts'
import { giveNotice } from './milestones/due-dates/give-notice.ts'
import { claimRefund } from './milestones/due-dates/claim-refund.ts'
import { addRound, requestRound } from './milestones/review-rounds.ts'
import { fundTopUp } from './change-orders/fund-top-up.ts'
import { fundMilestone } from './milestones/fund-milestone.ts'
import { refundMilestone } from './milestones/refund-milestone.ts'
import { requestChanges } from './milestones/request-changes.ts'
import { startMilestone } from './milestones/start-milestone.ts'
import { submitMilestone } from './milestones/submit-milestone.ts'
import { withdrawSubmission } from './milestones/withdraw-submission.ts'
import { acceptOffer } from './offers/accept-offer.ts'
import { acceptCounter, returnOffer } from './offers/answer-counter-offer.ts'
import { counterOffer } from './offers/counter-offer.ts'
import { declineCommission, withdrawCommission } from './offers/decline-or-withdraw-commission.ts'
import { makeOffer } from './offers/make-offer.ts'
import { readCommission } from './offers/read-commission.ts'
import { requestCommission } from './offers/request-commission.ts'
import { archiveProject, unarchiveProject } from './projects/archive-project.ts'
import { acceptChangeOrder } from './change-orders/accept-change-order.ts'
import { counterChangeOrder, proposeChangeOrder } from './change-orders/propose-change-order.ts'
import { declineChangeOrder, withdrawChangeOrder } from './change-orders/decline-or-withdraw-change-order.ts'
import {
  acceptProjectProposal,
  declineProjectProposal,
  withdrawProjectProposal,
} from './projects/answer-project-proposal.ts'
import { makeProjectProposal } from './projects/make-project-proposal.ts'
import { cancelProject } from './projects/cancel-project.ts'
import { completeProject } from './projects/complete-project.ts'
import { listActivity } from './projects/list-activity.ts'
import { listProjects } from './projects/list-projects.ts'
import { openProject } from './projects/open-project.ts'
import { readProject } from './projects/read-project.ts'
import { acceptSettlement } from './settlements/accept-settlement.ts'
import { counterSettlement } from './settlements/counter-settlement.ts'
import { declineSettlement, withdrawSettlement } from './settlements/decline-or-withdraw-settlement.ts'
import { proposeSettlement } from './settlements/propose-settlement.ts'

const projectMember = signedInAs('Members of the project; 404 for everyone else.')
const projectClient = signedInAs('The client of the project; 404 for everyone else.')
const projectParty = signedInAs(
  'The client of the project and the creators whose work in it was completed; 404 for strangers.',
)
const proposalRecipient = signedInAs('Those whom the proposal asks; 404 for strangers.')
const proposalAuthor = signedInAs('The author of the proposal; 404 for strangers.')
const eitherParty = signedInAs('The client and the creator of the commission; 404 for everyone else.')
const client = signedInAs('The client of the commission; 404 for strangers.')
const creator = signedInAs('The creator of the commission; 404 for strangers.')
const verifiedClient = withVerifiedAddress(client)
const verifiedCreator = withVerifiedAddress(creator)
const offerAuthor = signedInAs('The author of the current request or offer; 404 for strangers.')
const offerRecipient = signedInAs('The party that the current request or offer waits for; 404 for strangers.')
const settlementAuthor = signedInAs('The author of the settlement; 404 for strangers.')
const settlementRecipient = signedInAs('The party that the settlement waits for; 404 for strangers.')
const orderAuthor = signedInAs('The author of the change order; 404 for strangers.')
const orderRecipient = signedInAs('The party that the change order waits for; 404 for strangers.')
const params = idParams
/** For routes that create something or move money, and so must not run twice. */
const idempotent = { idempotency: 'required' } as const
/** For routes that move money or commit to paying. */
const paid = { ...idempotent, paid: true } as const

/**
 * Routes of projects for their members, and of commissions and milestones for their two parties; not found for everyone
 * else.
 */
export const commissionRoutes = [
  serve(contract.listProjects, { access: signedIn, query: projectQuery, reply: projectList }, (ctx) =>
    listProjects(ctx, ctx.query),
  ),
  serve(contract.openProject, { access: anyoneSignedIn, body: openProjectBody, reply: project, ...idempotent }, (ctx) =>
    openProject(ctx, ctx.body),
  ),
  serve(contract.readProject, { access: projectMember, params, reply: project }, (ctx) =>
    readProject(ctx, ctx.params.id),
  ),
  serve(contract.cancelProject, { access: projectClient, params, body: reasonBody, reply: project }, (ctx) =>
    cancelProject(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.completeProject, { access: projectClient, params, body: expectedBody, reply: project }, (ctx) =>
    completeProject(ctx, ctx.params.id, ctx.body.expected),
  ),
  serve(
    contract.makeProjectProposal,
    { access: projectParty, params, body: expectedBody, reply: project, ...idempotent },
    (ctx) => makeProjectProposal(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    contract.acceptProjectProposal,
    { access: proposalRecipient, params, body: expectedBody, reply: project },
    (ctx) => acceptProjectProposal(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    contract.declineProjectProposal,
    { access: proposalRecipient, params, body: reasonBody, reply: project },
    (ctx) => declineProjectProposal(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    contract.withdrawProjectProposal,
    { access: proposalAuthor, params, body: expectedBody, reply: project },
    (ctx) => withdrawProjectProposal(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.archiveProject, { access: projectMember, params, reply: project }, (ctx) =>
    archiveProject(ctx, ctx.params.id),
  ),
  serve(contract.unarchiveProject, { access: projectMember, params, reply: project }, (ctx) =>
    unarchiveProject(ctx, ctx.params.id),
  ),
  serve(contract.listActivity, { access: projectMember, params, query: pageQuery, reply: activityPage }, (ctx) =>
    listActivity(ctx, ctx.params.id, ctx.query),
  ),

  serve(
    contract.requestCommission,
    { access: withVerifiedAddress(projectClient), body: requestCommissionBody, reply: commission, ...idempotent },
    (ctx) => requestCommission(ctx, ctx.body),
  ),
  serve(contract.readCommission, { access: eitherParty, params, reply: commission }, (ctx) =>
    readCommission(ctx, ctx.params.id),
  ),
  serve(contract.makeOffer, { access: verifiedCreator, params, body: offerBody, reply: commission }, (ctx) =>
    makeOffer(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.counterOffer, { access: verifiedClient, params, body: offerBody, reply: commission }, (ctx) =>
    counterOffer(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.acceptCounter, { access: verifiedCreator, params, body: offerRefBody, reply: commission }, (ctx) =>
    acceptCounter(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.returnOffer, { access: creator, params, body: offerRefBody, reply: commission }, (ctx) =>
    returnOffer(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    contract.acceptOffer,
    { access: verifiedClient, params, body: acceptOfferBody, reply: commission, ...paid },
    (ctx) => acceptOffer(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.declineCommission, { access: offerRecipient, params, body: reasonBody, reply: commission }, (ctx) =>
    declineCommission(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.withdrawCommission, { access: offerAuthor, params, body: reasonBody, reply: commission }, (ctx) =>
    withdrawCommission(ctx, ctx.params.id, ctx.body),
  ),

  serve(
    contract.proposeSettlement,
    { access: eitherParty, params, body: proposeSettlementBody, reply: commission, ...paid },
    (ctx) => proposeSettlement(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    contract.acceptSettlement,
    { access: settlementRecipient, params, body: expectedBody, reply: commission, ...paid },
    (ctx) => acceptSettlement(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    contract.counterSettlement,
    { access: settlementRecipient, params, body: counterSettlementBody, reply: commission, ...paid },
    (ctx) => counterSettlement(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    contract.declineSettlement,
    { access: settlementRecipient, params, body: reasonBody, reply: commission },
    (ctx) => declineSettlement(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    contract.withdrawSettlement,
    { access: settlementAuthor, params, body: expectedBody, reply: commission },
    (ctx) => withdrawSettlement(ctx, ctx.params.id, ctx.body),
  ),

  serve(
    contract.proposeChangeOrder,
    { access: withVerifiedAddress(eitherParty), params, body: proposeChangeOrderBody, reply: commission, ...paid },
    (ctx) => proposeChangeOrder(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    contract.acceptChangeOrder,
    { access: withVerifiedAddress(orderRecipient), params, body: acceptChangeOrderBody, reply: commission, ...paid },
    (ctx) => acceptChangeOrder(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    contract.counterChangeOrder,
    { access: withVerifiedAddress(orderRecipient), params, body: counterChangeOrderBody, reply: commission, ...paid },
    (ctx) => counterChangeOrder(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.declineChangeOrder, { access: orderRecipient, params, body: reasonBody, reply: commission }, (ctx) =>
    declineChangeOrder(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.withdrawChangeOrder, { access: orderAuthor, params, body: expectedBody, reply: commission }, (ctx) =>
    withdrawChangeOrder(ctx, ctx.params.id, ctx.body),
  ),

  serve(
    contract.fundMilestone,
    { access: verifiedClient, params, body: fundMilestoneBody, reply: milestone, ...paid },
    (ctx) => fundMilestone(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    contract.fundTopUp,
    { access: verifiedClient, params, body: fundMilestoneBody, reply: milestone, ...paid },
    (ctx) => fundTopUp(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.startMilestone, { access: creator, params, body: expectedBody, reply: milestone }, (ctx) =>
    startMilestone(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.addDeliverable, { access: creator, params, body: addDeliverableBody, reply: milestone }, (ctx) =>
    addDeliverable(ctx, ctx.params.id, ctx.body),
  ),
  serve(
    contract.refundMilestone,
    { access: creator, params, body: refundMilestoneBody, reply: milestone, ...paid },
    (ctx) => refundMilestone(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.submitMilestone, { access: creator, params, body: versionRefBody, reply: milestone }, (ctx) =>
    submitMilestone(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.withdrawSubmission, { access: creator, params, body: expectedBody, reply: milestone }, (ctx) =>
    withdrawSubmission(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.requestChanges, { access: client, params, body: requestChangesBody, reply: milestone }, (ctx) =>
    requestChanges(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.approveMilestone, { access: client, params, body: versionRefBody, reply: milestone, ...paid }, (ctx) =>
    approveMilestone(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.requestExtension, { access: creator, params, body: requestExtensionBody, reply: milestone }, (ctx) =>
    requestExtension(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.grantExtension, { access: client, params, body: expectedBody, reply: milestone }, (ctx) =>
    grantExtension(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.declineExtension, { access: client, params, body: expectedBody, reply: milestone }, (ctx) =>
    declineExtension(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.moveDueDate, { access: client, params, body: moveDueDateBody, reply: milestone }, (ctx) =>
    moveDueDate(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.giveNotice, { access: client, params, body: expectedBody, reply: milestone }, (ctx) =>
    giveNotice(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.claimRefund, { access: client, params, body: expectedBody, reply: milestone, ...paid }, (ctx) =>
    claimRefund(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.addRound, { access: creator, params, body: expectedBody, reply: milestone }, (ctx) =>
    addRound(ctx, ctx.params.id, ctx.body),
  ),
  serve(contract.requestRound, { access: client, params, body: expectedBody, reply: milestone }, (ctx) =>
    requestRound(ctx, ctx.params.id, ctx.body),
  ),
]
