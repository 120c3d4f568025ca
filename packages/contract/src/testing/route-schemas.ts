import { type $ZodType, prettifyError, safeParse } from 'zod/v4/core'
import * as accountsPairingRoutes from '../accounts/pairing/routes.ts'
import * as accountsPairingSchemas from '../accounts/pairing/schemas.ts'
import * as accountsRoutes from '../accounts/routes.ts'
import * as accountsSchemas from '../accounts/schemas.ts'
import * as accountsStepUpRoutes from '../accounts/step-up/routes.ts'
import * as accountsStepUpSchemas from '../accounts/step-up/schemas.ts'
import * as assetsRoutes from '../assets/routes.ts'
import * as assetsSchemas from '../assets/schemas.ts'
import * as bookingsRoutes from '../bookings/routes.ts'
import * as bookingsSchemas from '../bookings/schemas.ts'
import * as bookingsServicesSchemas from '../bookings/services/schemas.ts'
import * as commissionsDeliverablesSchemas from '../commissions/deliverables/schemas.ts'
import * as commissionsOffersSchemas from '../commissions/offers/schemas.ts'
import * as commissionsPinsRoutes from '../commissions/pins/routes.ts'
import * as commissionsPinsSchemas from '../commissions/pins/schemas.ts'
import * as commissionsRoutes from '../commissions/routes.ts'
import * as commissionsSchemas from '../commissions/schemas.ts'
import * as configRoutes from '../config/routes.ts'
import * as configSchemas from '../config/schemas.ts'
import * as conversationsRoutes from '../conversations/routes.ts'
import * as conversationsSchemas from '../conversations/schemas.ts'
import * as dashboardRoutes from '../dashboard/routes.ts'
import * as dashboardSchemas from '../dashboard/schemas.ts'
import * as notificationsRoutes from '../notifications/routes.ts'
import * as notificationsSchemas from '../notifications/schemas.ts'
import * as paymentsRoutes from '../payments/routes.ts'
import * as paymentsSchemas from '../payments/schemas.ts'
import * as reviewsRoutes from '../reviews/routes.ts'
import * as reviewsSchemas from '../reviews/schemas.ts'
import * as roomsRoutes from '../rooms/routes.ts'
import * as roomsSchemas from '../rooms/schemas.ts'
import * as sandboxRoutes from '../sandbox/routes.ts'
import * as sandboxSchemas from '../sandbox/schemas.ts'
import * as shared from '../shared-schemas.ts'
import * as supportRoutes from '../support/routes.ts'
import * as supportSchemas from '../support/schemas.ts'
import * as talentRoutes from '../talent/routes.ts'
import * as talentSchemas from '../talent/schemas.ts'
import { type BodyOf, type ParamsOf, type QueryOf, type ReplyOf, type Route } from '../route.ts'

/** The schemas of one route. A part without a schema does not exist on the wire. */
export type RouteSchemas = {
  readonly route: Route
  readonly params?: $ZodType
  readonly query?: $ZodType
  readonly body?: $ZodType
  readonly reply: $ZodType
}

type Part<Name extends string, T, S> = [T] extends [undefined] ? { [K in Name]?: never } : { [K in Name]: S }

/** A body is typed by what a caller writes, everything else by what the reader gets. */
type SchemasOf<R extends Route> = Part<'params', ParamsOf<R>, $ZodType<ParamsOf<R>>> &
  Part<'query', QueryOf<R>, $ZodType<QueryOf<R>>> &
  Part<'body', BodyOf<R>, $ZodType<unknown, BodyOf<R>>> & { reply: $ZodType<ReplyOf<R>> }

function pair<R extends Route>(route: R, schemas: SchemasOf<R>): RouteSchemas {
  return { route, ...schemas }
}

/**
 * Every route with a JSON reply, with its schemas. Routes carry none themselves, because the first load of the web app
 * contains all routes. A test of the server compares this table with what the server parses.
 */
export const routeSchemas: readonly RouteSchemas[] = [
  pair(configRoutes.readConfig, { reply: configSchemas.publicConfig }),
  pair(sandboxRoutes.listSandboxMail, { reply: sandboxSchemas.sandboxMails }),
  pair(sandboxRoutes.readClock, { reply: sandboxSchemas.clockState }),
  pair(sandboxRoutes.moveClock, { body: sandboxSchemas.clockBody, reply: sandboxSchemas.clockState }),
  pair(assetsRoutes.readStoredFileFacts, { params: shared.idParams, reply: assetsSchemas.storedFile }),
  pair(assetsRoutes.removeStoredFile, { params: shared.idParams, reply: shared.done }),
  pair(assetsRoutes.listAssets, { query: assetsSchemas.assetsQuery, reply: assetsSchemas.assetPage }),
  pair(assetsRoutes.readAsset, { params: shared.idParams, reply: assetsSchemas.asset }),
  pair(assetsRoutes.removeAsset, { params: shared.idParams, reply: shared.done }),
  pair(accountsRoutes.registerUser, { body: accountsSchemas.registerUserBody, reply: accountsSchemas.session }),
  pair(accountsRoutes.login, { body: accountsSchemas.loginBody, reply: accountsSchemas.session }),
  pair(accountsRoutes.logout, { reply: shared.done }),
  pair(accountsRoutes.readSession, { reply: accountsSchemas.session }),
  pair(accountsRoutes.renewToken, { reply: accountsSchemas.accessToken }),
  pair(accountsRoutes.readAccount, { reply: accountsSchemas.account }),
  pair(accountsRoutes.changeAccount, { body: accountsSchemas.changeAccountBody, reply: accountsSchemas.account }),
  pair(accountsRoutes.changePassword, { body: accountsSchemas.changePasswordBody, reply: shared.done }),
  pair(accountsRoutes.listDevices, { reply: accountsSchemas.deviceList }),
  pair(accountsRoutes.endDevice, { params: shared.idParams, reply: shared.done }),
  pair(accountsPairingRoutes.startPairing, { reply: accountsPairingSchemas.pairingCode }),
  pair(accountsPairingRoutes.readPairing, { reply: accountsPairingSchemas.pairing }),
  pair(accountsPairingRoutes.finishPairing, { reply: accountsSchemas.session }),
  pair(accountsPairingRoutes.findPairing, {
    body: accountsPairingSchemas.findPairingBody,
    reply: accountsPairingSchemas.foundPairing,
  }),
  pair(accountsPairingRoutes.approvePairing, {
    params: shared.idParams,
    body: accountsPairingSchemas.approvePairingBody,
    reply: shared.done,
  }),
  pair(accountsStepUpRoutes.readStepUp, { reply: accountsStepUpSchemas.stepUp }),
  pair(accountsStepUpRoutes.reauthenticate, {
    body: accountsStepUpSchemas.reauthenticateBody,
    reply: accountsStepUpSchemas.stepUp,
  }),
  pair(sandboxRoutes.listDemoUsers, { reply: sandboxSchemas.demoUsers }),
  pair(sandboxRoutes.signInAsDemoUser, { body: sandboxSchemas.demoSignInBody, reply: accountsSchemas.session }),
  pair(bookingsRoutes.listCreatorServices, { params: shared.idParams, reply: bookingsServicesSchemas.creatorServices }),
  pair(bookingsRoutes.listSlots, {
    params: shared.idParams,
    query: bookingsServicesSchemas.slotsQuery,
    reply: bookingsServicesSchemas.slots,
  }),
  pair(bookingsRoutes.listHourlyServices, { reply: bookingsServicesSchemas.hourlyServiceList }),
  pair(bookingsRoutes.addHourlyService, {
    body: bookingsServicesSchemas.hourlyServiceBody,
    reply: bookingsServicesSchemas.hourlyService,
  }),
  pair(bookingsRoutes.changeHourlyService, {
    params: shared.idParams,
    body: bookingsServicesSchemas.hourlyServiceBody,
    reply: bookingsServicesSchemas.hourlyService,
  }),
  pair(bookingsRoutes.removeHourlyService, { params: shared.idParams, reply: shared.done }),
  pair(bookingsRoutes.readSchedule, { reply: bookingsServicesSchemas.schedule }),
  pair(bookingsRoutes.changeSchedule, {
    body: bookingsServicesSchemas.scheduleBody,
    reply: bookingsServicesSchemas.schedule,
  }),
  pair(bookingsRoutes.reserveSlot, { body: bookingsSchemas.reserveSlotBody, reply: bookingsSchemas.booking }),
  pair(bookingsRoutes.readBooking, { params: shared.idParams, reply: bookingsSchemas.booking }),
  pair(bookingsRoutes.bookReservation, {
    params: shared.idParams,
    body: bookingsSchemas.bookingVersionBody,
    reply: bookingsSchemas.booking,
  }),
  pair(bookingsRoutes.payBooking, {
    params: shared.idParams,
    body: bookingsSchemas.payBookingBody,
    reply: bookingsSchemas.booking,
  }),
  pair(bookingsRoutes.withdrawReservation, {
    params: shared.idParams,
    body: bookingsSchemas.bookingVersionBody,
    reply: bookingsSchemas.booking,
  }),
  pair(bookingsRoutes.confirmBooking, {
    params: shared.idParams,
    body: bookingsSchemas.bookingVersionBody,
    reply: bookingsSchemas.booking,
  }),
  pair(bookingsRoutes.declineBooking, {
    params: shared.idParams,
    body: bookingsSchemas.bookingReasonBody,
    reply: bookingsSchemas.booking,
  }),
  pair(bookingsRoutes.moveBooking, {
    params: shared.idParams,
    body: bookingsSchemas.moveBookingBody,
    reply: bookingsSchemas.booking,
  }),
  pair(bookingsRoutes.proposeBookingMove, {
    params: shared.idParams,
    body: bookingsSchemas.moveBookingBody,
    reply: bookingsSchemas.booking,
  }),
  pair(bookingsRoutes.acceptBookingMove, {
    params: shared.idParams,
    body: bookingsSchemas.bookingVersionBody,
    reply: bookingsSchemas.booking,
  }),
  pair(bookingsRoutes.declineBookingMove, {
    params: shared.idParams,
    body: bookingsSchemas.bookingVersionBody,
    reply: bookingsSchemas.booking,
  }),
  pair(bookingsRoutes.previewCancellation, { params: shared.idParams, reply: bookingsSchemas.cancellationPreview }),
  pair(bookingsRoutes.cancelBooking, {
    params: shared.idParams,
    body: bookingsSchemas.cancelBookingBody,
    reply: bookingsSchemas.booking,
  }),
  pair(bookingsRoutes.completeBooking, {
    params: shared.idParams,
    body: bookingsSchemas.bookingVersionBody,
    reply: bookingsSchemas.booking,
  }),
  pair(bookingsRoutes.readBookingAsAdmin, { params: shared.idParams, reply: bookingsSchemas.booking }),
  pair(bookingsRoutes.listNoShows, { query: shared.pageQuery, reply: bookingsSchemas.noShowPage }),
  pair(bookingsRoutes.cancelBookingAsAdmin, {
    params: shared.idParams,
    body: bookingsSchemas.bookingReasonBody,
    reply: bookingsSchemas.booking,
  }),
  pair(bookingsRoutes.overturnNoShow, {
    params: shared.idParams,
    body: bookingsSchemas.overturnNoShowBody,
    reply: bookingsSchemas.booking,
  }),
  pair(bookingsRoutes.listBookings, { query: bookingsSchemas.bookingsQuery, reply: bookingsSchemas.bookingPage }),
  pair(bookingsRoutes.listNextBookings, { reply: bookingsSchemas.nextBookings }),
  pair(bookingsRoutes.readCalendar, { query: bookingsSchemas.calendarQuery, reply: bookingsSchemas.calendar }),
  pair(bookingsRoutes.readCalendarFeed, { reply: bookingsSchemas.calendarFeed }),
  pair(bookingsRoutes.renewCalendarFeed, { reply: bookingsSchemas.calendarFeed }),
  pair(commissionsRoutes.listProjects, {
    query: commissionsSchemas.projectQuery,
    reply: commissionsSchemas.projectList,
  }),
  pair(commissionsRoutes.openProject, { body: commissionsSchemas.openProjectBody, reply: commissionsSchemas.project }),
  pair(commissionsRoutes.readProject, { params: shared.idParams, reply: commissionsSchemas.project }),
  pair(commissionsRoutes.cancelProject, {
    params: shared.idParams,
    body: commissionsSchemas.reasonBody,
    reply: commissionsSchemas.project,
  }),
  pair(commissionsRoutes.listActivity, {
    params: shared.idParams,
    query: shared.pageQuery,
    reply: commissionsSchemas.activityPage,
  }),
  pair(commissionsRoutes.requestCommission, {
    body: commissionsSchemas.requestCommissionBody,
    reply: commissionsSchemas.commission,
  }),
  pair(commissionsRoutes.readCommission, { params: shared.idParams, reply: commissionsSchemas.commission }),
  pair(commissionsRoutes.makeOffer, {
    params: shared.idParams,
    body: commissionsOffersSchemas.offerBody,
    reply: commissionsSchemas.commission,
  }),
  pair(commissionsRoutes.counterOffer, {
    params: shared.idParams,
    body: commissionsOffersSchemas.offerBody,
    reply: commissionsSchemas.commission,
  }),
  pair(commissionsRoutes.acceptCounter, {
    params: shared.idParams,
    body: commissionsOffersSchemas.offerRefBody,
    reply: commissionsSchemas.commission,
  }),
  pair(commissionsRoutes.returnOffer, {
    params: shared.idParams,
    body: commissionsOffersSchemas.offerRefBody,
    reply: commissionsSchemas.commission,
  }),
  pair(commissionsRoutes.acceptOffer, {
    params: shared.idParams,
    body: commissionsOffersSchemas.acceptOfferBody,
    reply: commissionsSchemas.commission,
  }),
  pair(commissionsRoutes.declineCommission, {
    params: shared.idParams,
    body: commissionsSchemas.reasonBody,
    reply: commissionsSchemas.commission,
  }),
  pair(commissionsRoutes.withdrawCommission, {
    params: shared.idParams,
    body: commissionsSchemas.reasonBody,
    reply: commissionsSchemas.commission,
  }),
  pair(commissionsRoutes.fundMilestone, {
    params: shared.idParams,
    body: commissionsSchemas.fundMilestoneBody,
    reply: commissionsSchemas.milestone,
  }),
  pair(commissionsRoutes.startMilestone, {
    params: shared.idParams,
    body: commissionsSchemas.expectedBody,
    reply: commissionsSchemas.milestone,
  }),
  pair(commissionsRoutes.addDeliverable, {
    params: shared.idParams,
    body: commissionsDeliverablesSchemas.addDeliverableBody,
    reply: commissionsSchemas.milestone,
  }),
  pair(commissionsRoutes.submitMilestone, {
    params: shared.idParams,
    body: commissionsDeliverablesSchemas.versionRefBody,
    reply: commissionsSchemas.milestone,
  }),
  pair(commissionsRoutes.withdrawSubmission, {
    params: shared.idParams,
    body: commissionsSchemas.expectedBody,
    reply: commissionsSchemas.milestone,
  }),
  pair(commissionsRoutes.requestChanges, {
    params: shared.idParams,
    body: commissionsDeliverablesSchemas.requestChangesBody,
    reply: commissionsSchemas.milestone,
  }),
  pair(commissionsRoutes.approveMilestone, {
    params: shared.idParams,
    body: commissionsDeliverablesSchemas.versionRefBody,
    reply: commissionsSchemas.milestone,
  }),
  pair(commissionsPinsRoutes.listPins, { params: shared.idParams, reply: commissionsPinsSchemas.pinList }),
  pair(commissionsPinsRoutes.addPin, {
    params: shared.idParams,
    body: commissionsPinsSchemas.addPinBody,
    reply: commissionsPinsSchemas.pin,
  }),
  pair(commissionsPinsRoutes.placePin, {
    params: shared.idParams,
    body: commissionsPinsSchemas.placePinBody,
    reply: commissionsPinsSchemas.pin,
  }),
  pair(commissionsPinsRoutes.replyToPin, {
    params: shared.idParams,
    body: commissionsPinsSchemas.replyToPinBody,
    reply: commissionsPinsSchemas.pin,
  }),
  pair(commissionsPinsRoutes.changePinState, {
    params: shared.idParams,
    body: commissionsPinsSchemas.changePinStateBody,
    reply: commissionsPinsSchemas.pin,
  }),
  pair(commissionsPinsRoutes.setPinChangeRequest, {
    params: shared.idParams,
    body: commissionsPinsSchemas.setPinChangeRequestBody,
    reply: commissionsPinsSchemas.pin,
  }),
  pair(commissionsPinsRoutes.removePin, {
    params: shared.idParams,
    body: commissionsPinsSchemas.expectedPinBody,
    reply: shared.done,
  }),
  pair(commissionsPinsRoutes.restorePin, { params: shared.idParams, reply: commissionsPinsSchemas.pin }),
  pair(commissionsPinsRoutes.requestPinnedChanges, {
    params: shared.idParams,
    body: commissionsPinsSchemas.requestPinnedChangesBody,
    reply: commissionsSchemas.milestone,
  }),
  pair(conversationsRoutes.listConversations, {
    query: conversationsSchemas.conversationListQuery,
    reply: conversationsSchemas.conversationList,
  }),
  pair(conversationsRoutes.openDirectConversation, {
    body: conversationsSchemas.directConversationBody,
    reply: conversationsSchemas.conversation,
  }),
  pair(conversationsRoutes.readConversation, { params: shared.idParams, reply: conversationsSchemas.conversation }),
  pair(conversationsRoutes.listMessages, {
    params: shared.idParams,
    query: conversationsSchemas.messagesQuery,
    reply: conversationsSchemas.messagePage,
  }),
  pair(conversationsRoutes.sendMessage, {
    params: shared.idParams,
    body: conversationsSchemas.sendBody,
    reply: conversationsSchemas.sendReply,
  }),
  pair(conversationsRoutes.markConversationRead, {
    params: shared.idParams,
    body: conversationsSchemas.markReadBody,
    reply: conversationsSchemas.markReadReply,
  }),
  pair(conversationsRoutes.editMessage, {
    params: shared.idParams,
    body: conversationsSchemas.editBody,
    reply: shared.done,
  }),
  pair(conversationsRoutes.deleteMessage, { params: shared.idParams, reply: shared.done }),
  pair(conversationsRoutes.searchMessages, {
    query: conversationsSchemas.messageSearchQuery,
    reply: conversationsSchemas.messageSearchResults,
  }),
  pair(dashboardRoutes.readDashboard, { reply: dashboardSchemas.dashboard }),
  pair(notificationsRoutes.listNotifications, {
    query: notificationsSchemas.notificationsQuery,
    reply: notificationsSchemas.notificationList,
  }),
  pair(notificationsRoutes.summariseNotifications, { reply: notificationsSchemas.notificationSummary }),
  pair(notificationsRoutes.readPreferences, { reply: notificationsSchemas.preferences }),
  pair(notificationsRoutes.changePreferences, {
    body: notificationsSchemas.preferencesBody,
    reply: notificationsSchemas.preferences,
  }),
  pair(notificationsRoutes.markRead, { params: shared.idParams, reply: notificationsSchemas.unreadReply }),
  pair(notificationsRoutes.markUnread, { params: shared.idParams, reply: notificationsSchemas.unreadReply }),
  pair(notificationsRoutes.markAllRead, { reply: notificationsSchemas.unreadReply }),
  pair(notificationsRoutes.deleteNotification, { params: shared.idParams, reply: notificationsSchemas.unreadReply }),
  pair(notificationsRoutes.clearNotifications, { reply: notificationsSchemas.clearReply }),
  pair(notificationsRoutes.restoreNotifications, {
    body: notificationsSchemas.restoreBody,
    reply: notificationsSchemas.unreadReply,
  }),
  pair(notificationsRoutes.explainNotification, { params: shared.idParams, reply: notificationsSchemas.explanation }),
  pair(paymentsRoutes.listPaymentMethods, { reply: paymentsSchemas.paymentMethods }),
  pair(paymentsRoutes.readBalances, { reply: paymentsSchemas.balances }),
  pair(paymentsRoutes.listLedgerEntries, {
    query: paymentsSchemas.ledgerEntriesQuery,
    reply: paymentsSchemas.ledgerEntryPage,
  }),
  pair(paymentsRoutes.listEscrow, { reply: paymentsSchemas.escrowList }),
  pair(paymentsRoutes.listReceipts, { query: shared.pageQuery, reply: paymentsSchemas.receiptList }),
  pair(paymentsRoutes.readReceipt, { params: shared.idParams, reply: paymentsSchemas.receipt }),
  pair(paymentsRoutes.readCharge, { params: shared.idParams, reply: paymentsSchemas.charge }),
  pair(paymentsRoutes.confirmCharge, {
    params: shared.idParams,
    body: paymentsSchemas.confirmChargeBody,
    reply: paymentsSchemas.charge,
  }),
  pair(paymentsRoutes.listPayouts, { query: shared.pageQuery, reply: paymentsSchemas.payoutList }),
  pair(paymentsRoutes.requestPayout, { body: paymentsSchemas.requestPayoutBody, reply: paymentsSchemas.payout }),
  pair(paymentsRoutes.receiveWebhook, { body: paymentsSchemas.webhookBody, reply: shared.done }),
  pair(reviewsRoutes.readReviews, { params: shared.idParams, reply: reviewsSchemas.reviewPair }),
  pair(reviewsRoutes.writeReview, {
    params: shared.idParams,
    body: reviewsSchemas.writeReviewBody,
    reply: reviewsSchemas.reviewPair,
  }),
  pair(reviewsRoutes.answerReview, {
    params: shared.idParams,
    body: reviewsSchemas.answerReviewBody,
    reply: reviewsSchemas.reviewPair,
  }),
  pair(roomsRoutes.readRoom, { params: shared.idParams, reply: roomsSchemas.room }),
  pair(roomsRoutes.readRoomEndpoint, { params: shared.idParams, reply: roomsSchemas.roomEndpoint }),
  pair(roomsRoutes.listRoomVersions, { params: shared.idParams, reply: roomsSchemas.roomVersions }),
  pair(roomsRoutes.inviteToRoom, { params: shared.idParams, reply: roomsSchemas.roomInvite }),
  pair(roomsRoutes.acceptRoomInvite, {
    params: shared.idParams,
    body: roomsSchemas.acceptRoomInviteBody,
    reply: roomsSchemas.room,
  }),
  pair(roomsRoutes.changeRoomRole, {
    params: roomsSchemas.roomUserParams,
    body: roomsSchemas.changeRoomRoleBody,
    reply: roomsSchemas.room,
  }),
  pair(roomsRoutes.removeRoomUser, { params: roomsSchemas.roomUserParams, reply: shared.done }),
  pair(roomsRoutes.readRoomRecords, { params: shared.idParams, reply: roomsSchemas.roomRecords }),
  pair(roomsRoutes.setRoomRecord, {
    params: roomsSchemas.roomRecordParams,
    body: roomsSchemas.setRoomRecordBody,
    reply: roomsSchemas.roomRecord,
  }),
  pair(supportRoutes.fileTicket, { body: supportSchemas.ticketBody, reply: supportSchemas.ticketReply }),
  pair(talentRoutes.searchTalent, { query: talentSchemas.searchQuery, reply: talentSchemas.searchReply }),
  pair(talentRoutes.readTalent, { params: shared.idParams, reply: talentSchemas.talent }),
  pair(talentRoutes.listTalentReviews, {
    params: shared.idParams,
    query: shared.pageQuery,
    reply: talentSchemas.talentReviews,
  }),
  pair(talentRoutes.readProfile, { reply: talentSchemas.talent }),
  pair(talentRoutes.changeProfile, { body: talentSchemas.profilePatch, reply: talentSchemas.talent }),
  pair(talentRoutes.addPackageService, { body: talentSchemas.packageServiceBody, reply: talentSchemas.talent }),
  pair(talentRoutes.removePackageService, { params: shared.idParams, reply: shared.done }),
  pair(talentRoutes.addPortfolioItem, { body: talentSchemas.portfolioItemBody, reply: talentSchemas.talent }),
  pair(talentRoutes.removePortfolioItem, { params: shared.idParams, reply: shared.done }),
]

type ParsedPart = { readonly value: unknown; readonly error?: string }

/** Parses one part of a request or reply; a part without a schema is undefined. `error` says what does not match. */
export function parsePart(schema: $ZodType | undefined, input: unknown): ParsedPart {
  if (!schema) return { value: undefined }
  const result = safeParse(schema, input)
  return result.success ? { value: result.data } : { value: undefined, error: prettifyError(result.error) }
}
