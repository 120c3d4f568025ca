import * as deliverableSchemas from '../commissions/deliverables/schemas.ts'
import * as disputeRoutes from '../commissions/disputes/routes.ts'
import * as disputeSchemas from '../commissions/disputes/schemas.ts'
import * as milestoneSchemas from '../commissions/milestones/schemas.ts'
import * as offerSchemas from '../commissions/offers/schemas.ts'
import * as pinRoutes from '../commissions/pins/routes.ts'
import * as pinSchemas from '../commissions/pins/schemas.ts'
import * as projectSchemas from '../commissions/projects/schemas.ts'
import * as commissionRoutes from '../commissions/routes.ts'
import * as commissionSchemas from '../commissions/schemas.ts'
import * as changeOrderSchemas from '../commissions/change-orders/schemas.ts'
import * as settlementSchemas from '../commissions/settlements/schemas.ts'
import * as shared from '../shared-schemas.ts'
import { pair, type RouteSchemas } from './schema-pair.ts'

/** The routes of commissions with their schemas. */
export const commissionRouteSchemas: readonly RouteSchemas[] = [
  pair(commissionRoutes.listProjects, {
    query: projectSchemas.projectQuery,
    reply: projectSchemas.projectList,
  }),
  pair(commissionRoutes.openProject, { body: projectSchemas.openProjectBody, reply: projectSchemas.project }),
  pair(commissionRoutes.readProject, { params: shared.idParams, reply: projectSchemas.project }),
  pair(commissionRoutes.cancelProject, {
    params: shared.idParams,
    body: commissionSchemas.reasonBody,
    reply: projectSchemas.project,
  }),
  pair(commissionRoutes.completeProject, {
    params: shared.idParams,
    body: commissionSchemas.expectedBody,
    reply: projectSchemas.project,
  }),
  pair(commissionRoutes.makeProjectProposal, {
    params: shared.idParams,
    body: commissionSchemas.expectedBody,
    reply: projectSchemas.project,
  }),
  pair(commissionRoutes.acceptProjectProposal, {
    params: shared.idParams,
    body: commissionSchemas.expectedBody,
    reply: projectSchemas.project,
  }),
  pair(commissionRoutes.declineProjectProposal, {
    params: shared.idParams,
    body: commissionSchemas.reasonBody,
    reply: projectSchemas.project,
  }),
  pair(commissionRoutes.withdrawProjectProposal, {
    params: shared.idParams,
    body: commissionSchemas.expectedBody,
    reply: projectSchemas.project,
  }),
  pair(commissionRoutes.archiveProject, { params: shared.idParams, reply: projectSchemas.project }),
  pair(commissionRoutes.unarchiveProject, { params: shared.idParams, reply: projectSchemas.project }),
  pair(commissionRoutes.listActivity, {
    params: shared.idParams,
    query: shared.pageQuery,
    reply: projectSchemas.activityPage,
  }),
  pair(commissionRoutes.requestCommission, {
    body: offerSchemas.requestCommissionBody,
    reply: offerSchemas.commission,
  }),
  pair(commissionRoutes.readCommission, { params: shared.idParams, reply: offerSchemas.commission }),
  pair(commissionRoutes.makeOffer, {
    params: shared.idParams,
    body: offerSchemas.offerBody,
    reply: offerSchemas.commission,
  }),
  pair(commissionRoutes.counterOffer, {
    params: shared.idParams,
    body: offerSchemas.offerBody,
    reply: offerSchemas.commission,
  }),
  pair(commissionRoutes.acceptCounter, {
    params: shared.idParams,
    body: offerSchemas.offerRefBody,
    reply: offerSchemas.commission,
  }),
  pair(commissionRoutes.returnOffer, {
    params: shared.idParams,
    body: offerSchemas.offerRefBody,
    reply: offerSchemas.commission,
  }),
  pair(commissionRoutes.acceptOffer, {
    params: shared.idParams,
    body: offerSchemas.acceptOfferBody,
    reply: offerSchemas.commission,
  }),
  pair(commissionRoutes.declineCommission, {
    params: shared.idParams,
    body: commissionSchemas.reasonBody,
    reply: offerSchemas.commission,
  }),
  pair(commissionRoutes.withdrawCommission, {
    params: shared.idParams,
    body: commissionSchemas.reasonBody,
    reply: offerSchemas.commission,
  }),
  pair(commissionRoutes.proposeSettlement, {
    params: shared.idParams,
    body: settlementSchemas.proposeSettlementBody,
    reply: offerSchemas.commission,
  }),
  pair(commissionRoutes.acceptSettlement, {
    params: shared.idParams,
    body: commissionSchemas.expectedBody,
    reply: offerSchemas.commission,
  }),
  pair(commissionRoutes.counterSettlement, {
    params: shared.idParams,
    body: settlementSchemas.counterSettlementBody,
    reply: offerSchemas.commission,
  }),
  pair(commissionRoutes.declineSettlement, {
    params: shared.idParams,
    body: commissionSchemas.reasonBody,
    reply: offerSchemas.commission,
  }),
  pair(commissionRoutes.withdrawSettlement, {
    params: shared.idParams,
    body: commissionSchemas.expectedBody,
    reply: offerSchemas.commission,
  }),
  pair(commissionRoutes.proposeChangeOrder, {
    params: shared.idParams,
    body: changeOrderSchemas.proposeChangeOrderBody,
    reply: offerSchemas.commission,
  }),
  pair(commissionRoutes.acceptChangeOrder, {
    params: shared.idParams,
    body: changeOrderSchemas.acceptChangeOrderBody,
    reply: offerSchemas.commission,
  }),
  pair(commissionRoutes.counterChangeOrder, {
    params: shared.idParams,
    body: changeOrderSchemas.counterChangeOrderBody,
    reply: offerSchemas.commission,
  }),
  pair(commissionRoutes.declineChangeOrder, {
    params: shared.idParams,
    body: commissionSchemas.reasonBody,
    reply: offerSchemas.commission,
  }),
  pair(commissionRoutes.withdrawChangeOrder, {
    params: shared.idParams,
    body: commissionSchemas.expectedBody,
    reply: offerSchemas.commission,
  }),
  pair(commissionRoutes.refundMilestone, {
    params: shared.idParams,
    body: milestoneSchemas.refundMilestoneBody,
    reply: milestoneSchemas.milestone,
  }),
  pair(commissionRoutes.requestExtension, {
    params: shared.idParams,
    body: milestoneSchemas.requestExtensionBody,
    reply: milestoneSchemas.milestone,
  }),
  pair(commissionRoutes.grantExtension, {
    params: shared.idParams,
    body: commissionSchemas.expectedBody,
    reply: milestoneSchemas.milestone,
  }),
  pair(commissionRoutes.declineExtension, {
    params: shared.idParams,
    body: commissionSchemas.expectedBody,
    reply: milestoneSchemas.milestone,
  }),
  pair(commissionRoutes.moveDueDate, {
    params: shared.idParams,
    body: milestoneSchemas.moveDueDateBody,
    reply: milestoneSchemas.milestone,
  }),
  pair(commissionRoutes.giveNotice, {
    params: shared.idParams,
    body: commissionSchemas.expectedBody,
    reply: milestoneSchemas.milestone,
  }),
  pair(commissionRoutes.claimRefund, {
    params: shared.idParams,
    body: commissionSchemas.expectedBody,
    reply: milestoneSchemas.milestone,
  }),
  pair(commissionRoutes.addRound, {
    params: shared.idParams,
    body: commissionSchemas.expectedBody,
    reply: milestoneSchemas.milestone,
  }),
  pair(commissionRoutes.requestRound, {
    params: shared.idParams,
    body: commissionSchemas.expectedBody,
    reply: milestoneSchemas.milestone,
  }),
  pair(commissionRoutes.fundMilestone, {
    params: shared.idParams,
    body: milestoneSchemas.fundMilestoneBody,
    reply: milestoneSchemas.milestone,
  }),
  pair(commissionRoutes.fundTopUp, {
    params: shared.idParams,
    body: milestoneSchemas.fundMilestoneBody,
    reply: milestoneSchemas.milestone,
  }),
  pair(commissionRoutes.startMilestone, {
    params: shared.idParams,
    body: commissionSchemas.expectedBody,
    reply: milestoneSchemas.milestone,
  }),
  pair(commissionRoutes.addDeliverable, {
    params: shared.idParams,
    body: deliverableSchemas.addDeliverableBody,
    reply: milestoneSchemas.milestone,
  }),
  pair(commissionRoutes.submitMilestone, {
    params: shared.idParams,
    body: deliverableSchemas.versionRefBody,
    reply: milestoneSchemas.milestone,
  }),
  pair(commissionRoutes.withdrawSubmission, {
    params: shared.idParams,
    body: commissionSchemas.expectedBody,
    reply: milestoneSchemas.milestone,
  }),
  pair(commissionRoutes.requestChanges, {
    params: shared.idParams,
    body: deliverableSchemas.requestChangesBody,
    reply: milestoneSchemas.milestone,
  }),
  pair(commissionRoutes.approveMilestone, {
    params: shared.idParams,
    body: deliverableSchemas.versionRefBody,
    reply: milestoneSchemas.milestone,
  }),
  pair(disputeRoutes.openDispute, {
    params: shared.idParams,
    body: disputeSchemas.openDisputeBody,
    reply: disputeSchemas.dispute,
  }),
  pair(disputeRoutes.readDispute, { params: shared.idParams, reply: disputeSchemas.dispute }),
  pair(disputeRoutes.answerDispute, {
    params: shared.idParams,
    body: disputeSchemas.answerDisputeBody,
    reply: disputeSchemas.dispute,
  }),
  pair(disputeRoutes.offerTerms, {
    params: shared.idParams,
    body: disputeSchemas.offerTermsBody,
    reply: disputeSchemas.dispute,
  }),
  pair(disputeRoutes.acceptTerms, {
    params: shared.idParams,
    body: commissionSchemas.expectedBody,
    reply: disputeSchemas.dispute,
  }),
  pair(disputeRoutes.declineTerms, {
    params: shared.idParams,
    body: commissionSchemas.expectedBody,
    reply: disputeSchemas.dispute,
  }),
  pair(disputeRoutes.withdrawDispute, {
    params: shared.idParams,
    body: commissionSchemas.expectedBody,
    reply: disputeSchemas.dispute,
  }),
  pair(disputeRoutes.askReview, {
    params: shared.idParams,
    body: disputeSchemas.askReviewBody,
    reply: disputeSchemas.dispute,
  }),
  pair(disputeRoutes.waiveReview, {
    params: shared.idParams,
    body: commissionSchemas.expectedBody,
    reply: disputeSchemas.dispute,
  }),
  pair(disputeRoutes.decideReview, {
    params: shared.idParams,
    body: disputeSchemas.decideDisputeBody,
    reply: disputeSchemas.adminDispute,
  }),
  pair(disputeRoutes.confirmDecision, {
    params: shared.idParams,
    body: disputeSchemas.pendingDecisionBody,
    reply: disputeSchemas.adminDispute,
  }),
  pair(disputeRoutes.dropDecision, {
    params: shared.idParams,
    body: disputeSchemas.pendingDecisionBody,
    reply: disputeSchemas.adminDispute,
  }),
  pair(disputeRoutes.readDisputeAsAdmin, { params: shared.idParams, reply: disputeSchemas.adminDispute }),
  pair(disputeRoutes.decideDispute, {
    params: shared.idParams,
    body: disputeSchemas.decideDisputeBody,
    reply: disputeSchemas.adminDispute,
  }),
  pair(pinRoutes.listPins, { params: shared.idParams, reply: pinSchemas.pinList }),
  pair(pinRoutes.addPin, {
    params: shared.idParams,
    body: pinSchemas.addPinBody,
    reply: pinSchemas.pin,
  }),
  pair(pinRoutes.placePin, {
    params: shared.idParams,
    body: pinSchemas.placePinBody,
    reply: pinSchemas.pin,
  }),
  pair(pinRoutes.replyToPin, {
    params: shared.idParams,
    body: pinSchemas.replyToPinBody,
    reply: pinSchemas.pin,
  }),
  pair(pinRoutes.changePinState, {
    params: shared.idParams,
    body: pinSchemas.changePinStateBody,
    reply: pinSchemas.pin,
  }),
  pair(pinRoutes.setPinChangeRequest, {
    params: shared.idParams,
    body: pinSchemas.setPinChangeRequestBody,
    reply: pinSchemas.pin,
  }),
  pair(pinRoutes.removePin, {
    params: shared.idParams,
    body: pinSchemas.expectedPinBody,
    reply: shared.done,
  }),
  pair(pinRoutes.restorePin, { params: shared.idParams, reply: pinSchemas.pin }),
]
