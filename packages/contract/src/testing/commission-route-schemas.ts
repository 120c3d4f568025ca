import * as deliverableSchemas from '../commissions/deliverables/schemas.ts'
import * as offerSchemas from '../commissions/offers/schemas.ts'
import * as pinRoutes from '../commissions/pins/routes.ts'
import * as pinSchemas from '../commissions/pins/schemas.ts'
import * as commissionRoutes from '../commissions/routes.ts'
import * as commissionSchemas from '../commissions/schemas.ts'
import * as shared from '../shared-schemas.ts'
import { pair, type RouteSchemas } from './schema-pair.ts'

/** The routes of commissions with their schemas. */
export const commissionRouteSchemas: readonly RouteSchemas[] = [
  pair(commissionRoutes.listProjects, {
    query: commissionSchemas.projectQuery,
    reply: commissionSchemas.projectList,
  }),
  pair(commissionRoutes.openProject, { body: commissionSchemas.openProjectBody, reply: commissionSchemas.project }),
  pair(commissionRoutes.readProject, { params: shared.idParams, reply: commissionSchemas.project }),
  pair(commissionRoutes.cancelProject, {
    params: shared.idParams,
    body: commissionSchemas.reasonBody,
    reply: commissionSchemas.project,
  }),
  pair(commissionRoutes.listActivity, {
    params: shared.idParams,
    query: shared.pageQuery,
    reply: commissionSchemas.activityPage,
  }),
  pair(commissionRoutes.requestCommission, {
    body: commissionSchemas.requestCommissionBody,
    reply: commissionSchemas.commission,
  }),
  pair(commissionRoutes.readCommission, { params: shared.idParams, reply: commissionSchemas.commission }),
  pair(commissionRoutes.makeOffer, {
    params: shared.idParams,
    body: offerSchemas.offerBody,
    reply: commissionSchemas.commission,
  }),
  pair(commissionRoutes.counterOffer, {
    params: shared.idParams,
    body: offerSchemas.offerBody,
    reply: commissionSchemas.commission,
  }),
  pair(commissionRoutes.acceptCounter, {
    params: shared.idParams,
    body: offerSchemas.offerRefBody,
    reply: commissionSchemas.commission,
  }),
  pair(commissionRoutes.returnOffer, {
    params: shared.idParams,
    body: offerSchemas.offerRefBody,
    reply: commissionSchemas.commission,
  }),
  pair(commissionRoutes.acceptOffer, {
    params: shared.idParams,
    body: offerSchemas.acceptOfferBody,
    reply: commissionSchemas.commission,
  }),
  pair(commissionRoutes.declineCommission, {
    params: shared.idParams,
    body: commissionSchemas.reasonBody,
    reply: commissionSchemas.commission,
  }),
  pair(commissionRoutes.withdrawCommission, {
    params: shared.idParams,
    body: commissionSchemas.reasonBody,
    reply: commissionSchemas.commission,
  }),
  pair(commissionRoutes.fundMilestone, {
    params: shared.idParams,
    body: commissionSchemas.fundMilestoneBody,
    reply: commissionSchemas.milestone,
  }),
  pair(commissionRoutes.startMilestone, {
    params: shared.idParams,
    body: commissionSchemas.expectedBody,
    reply: commissionSchemas.milestone,
  }),
  pair(commissionRoutes.addDeliverable, {
    params: shared.idParams,
    body: deliverableSchemas.addDeliverableBody,
    reply: commissionSchemas.milestone,
  }),
  pair(commissionRoutes.submitMilestone, {
    params: shared.idParams,
    body: deliverableSchemas.versionRefBody,
    reply: commissionSchemas.milestone,
  }),
  pair(commissionRoutes.withdrawSubmission, {
    params: shared.idParams,
    body: commissionSchemas.expectedBody,
    reply: commissionSchemas.milestone,
  }),
  pair(commissionRoutes.requestChanges, {
    params: shared.idParams,
    body: deliverableSchemas.requestChangesBody,
    reply: commissionSchemas.milestone,
  }),
  pair(commissionRoutes.approveMilestone, {
    params: shared.idParams,
    body: deliverableSchemas.versionRefBody,
    reply: commissionSchemas.milestone,
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
  pair(pinRoutes.requestPinnedChanges, {
    params: shared.idParams,
    body: pinSchemas.requestPinnedChangesBody,
    reply: commissionSchemas.milestone,
  }),
]
