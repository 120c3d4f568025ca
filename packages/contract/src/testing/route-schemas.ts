import * as avatarRoutes from '../accounts/avatar/routes.ts'
import * as avatarSchemas from '../accounts/avatar/schemas.ts'
import * as deletionRoutes from '../accounts/deletion/routes.ts'
import * as deletionSchemas from '../accounts/deletion/schemas.ts'
import * as emailChangeRoutes from '../accounts/email-change/routes.ts'
import * as emailChangeSchemas from '../accounts/email-change/schemas.ts'
import * as exportRoutes from '../accounts/export/routes.ts'
import * as exportSchemas from '../accounts/export/schemas.ts'
import * as newDeviceRoutes from '../accounts/new-device/routes.ts'
import * as newDeviceSchemas from '../accounts/new-device/schemas.ts'
import * as pairingRoutes from '../accounts/pairing/routes.ts'
import * as pairingSchemas from '../accounts/pairing/schemas.ts'
import * as passkeyRoutes from '../accounts/passkeys/routes.ts'
import * as passkeySchemas from '../accounts/passkeys/schemas.ts'
import * as passwordResetRoutes from '../accounts/password-reset/routes.ts'
import * as passwordResetSchemas from '../accounts/password-reset/schemas.ts'
import * as passwordRoutes from '../accounts/passwords/routes.ts'
import * as passwordSchemas from '../accounts/passwords/schemas.ts'
import * as registrationRoutes from '../accounts/registration/routes.ts'
import * as registrationSchemas from '../accounts/registration/schemas.ts'
import * as secondFactorRoutes from '../accounts/second-factor/routes.ts'
import * as secondFactorSchemas from '../accounts/second-factor/schemas.ts'
import * as securityEventRoutes from '../accounts/security-events/routes.ts'
import * as securityEventSchemas from '../accounts/security-events/schemas.ts'
import * as sessionRoutes from '../accounts/sessions/routes.ts'
import * as sessionSchemas from '../accounts/sessions/schemas.ts'
import * as settingsRoutes from '../accounts/settings/routes.ts'
import * as settingsSchemas from '../accounts/settings/schemas.ts'
import * as signInRoutes from '../accounts/sign-in/routes.ts'
import * as signInSchemas from '../accounts/sign-in/schemas.ts'
import * as socialRoutes from '../accounts/social/routes.ts'
import * as socialSchemas from '../accounts/social/schemas.ts'
import * as stepUpRoutes from '../accounts/step-up/routes.ts'
import * as stepUpSchemas from '../accounts/step-up/schemas.ts'
import * as termsRoutes from '../accounts/terms/routes.ts'
import * as termsSchemas from '../accounts/terms/schemas.ts'
import * as adminRoutes from '../admin/routes.ts'
import * as adminSchemas from '../admin/schemas.ts'
import * as suspensionRoutes from '../accounts/suspension/routes.ts'
import * as suspensionSchemas from '../accounts/suspension/schemas.ts'
import * as adminSuspensionRoutes from '../admin/suspension/routes.ts'
import * as adminSuspensionSchemas from '../admin/suspension/schemas.ts'
import * as lookUpRoutes from '../admin/look-ups/routes.ts'
import * as lookUpSchemas from '../admin/look-ups/schemas.ts'
import * as analyticsRoutes from '../analytics/routes.ts'
import * as analyticsSchemas from '../analytics/schemas.ts'
import * as assetRoutes from '../assets/routes.ts'
import * as assetSchemas from '../assets/schemas.ts'
import * as bookingRoutes from '../bookings/routes.ts'
import * as bookingSchemas from '../bookings/schemas.ts'
import * as serviceSchemas from '../bookings/services/schemas.ts'
import * as configRoutes from '../config/routes.ts'
import * as configSchemas from '../config/schemas.ts'
import * as conversationRoutes from '../conversations/routes.ts'
import * as conversationSchemas from '../conversations/schemas.ts'
import * as dashboardRoutes from '../dashboard/routes.ts'
import * as dashboardSchemas from '../dashboard/schemas.ts'
import * as notificationEvents from '../notifications/events.ts'
import * as notificationRoutes from '../notifications/routes.ts'
import * as notificationSchemas from '../notifications/schemas.ts'
import * as adminChargeSchemas from '../payments/charges/admin-schemas.ts'
import * as chargeSchemas from '../payments/charges/schemas.ts'
import * as refundSchemas from '../payments/refunds/schemas.ts'
import * as paymentRoutes from '../payments/routes.ts'
import * as paymentSchemas from '../payments/schemas.ts'
import * as reviewRoutes from '../reviews/routes.ts'
import * as reviewSchemas from '../reviews/schemas.ts'
import * as roomRoutes from '../rooms/routes.ts'
import * as roomSchemas from '../rooms/schemas.ts'
import * as sandboxRoutes from '../sandbox/routes.ts'
import * as sandboxSchemas from '../sandbox/schemas.ts'
import * as shared from '../shared-schemas.ts'
import * as supportRoutes from '../support/routes.ts'
import * as supportSchemas from '../support/schemas.ts'
import * as consentRoutes from '../talent/consents/routes.ts'
import * as consentSchemas from '../talent/consents/schemas.ts'
import * as exploreRoutes from '../talent/explore/routes.ts'
import * as exploreSchemas from '../talent/explore/schemas.ts'
import * as listingRoutes from '../talent/listing/routes.ts'
import * as listingSchemas from '../talent/listing/schemas.ts'
import * as talentRoutes from '../talent/routes.ts'
import * as talentSchemas from '../talent/schemas.ts'
import { commissionRouteSchemas } from './commission-route-schemas.ts'
import { pair, type RouteSchemas } from './schema-pair.ts'

/**
 * Every route with a JSON reply, with its schemas. Routes carry none themselves, because the first load of the web app
 * contains all routes. A test of the server compares this table with what the server parses.
 */
export const routeSchemas: readonly RouteSchemas[] = [
  ...commissionRouteSchemas,
  pair(configRoutes.readConfig, { reply: configSchemas.publicConfig }),
  pair(sandboxRoutes.listSandboxMail, { reply: sandboxSchemas.sandboxMails }),
  pair(passwordResetRoutes.listSandboxMailTo, {
    body: sandboxSchemas.sandboxMailToBody,
    reply: sandboxSchemas.sandboxMails,
  }),
  pair(sandboxRoutes.moveClock, { body: sandboxSchemas.clockBody, reply: sandboxSchemas.clockState }),
  pair(assetRoutes.readStoredFileFacts, { params: shared.idParams, reply: assetSchemas.storedFile }),
  pair(assetRoutes.removeStoredFile, { params: shared.idParams, reply: shared.done }),
  pair(assetRoutes.readAsset, { params: shared.idParams, reply: assetSchemas.asset }),
  pair(assetRoutes.removeAsset, { params: shared.idParams, reply: shared.done }),
  pair(registrationRoutes.registerUser, { body: registrationSchemas.registerUserBody, reply: shared.done }),
  pair(registrationRoutes.verifyRegistration, {
    body: registrationSchemas.verifyRegistrationBody,
    reply: registrationSchemas.firstSession,
  }),
  pair(deletionRoutes.readDeletion, { reply: deletionSchemas.accountDeletion }),
  pair(deletionRoutes.scheduleDeletion, { reply: deletionSchemas.accountDeletion }),
  pair(deletionRoutes.cancelDeletion, { reply: deletionSchemas.accountDeletion }),
  pair(emailChangeRoutes.requestEmailChange, { body: emailChangeSchemas.requestEmailChangeBody, reply: shared.done }),
  pair(emailChangeRoutes.confirmEmailChange, { body: emailChangeSchemas.emailLinkBody, reply: shared.done }),
  pair(emailChangeRoutes.undoEmailChange, {
    body: emailChangeSchemas.emailLinkBody,
    reply: emailChangeSchemas.emailUndone,
  }),
  pair(exportRoutes.readDataExport, { reply: exportSchemas.dataExport }),
  pair(exportRoutes.requestDataExport, { reply: exportSchemas.dataExport }),
  pair(exportRoutes.removeDataExport, { reply: shared.done }),
  pair(newDeviceRoutes.refuseSession, {
    body: newDeviceSchemas.refuseSessionBody,
    reply: newDeviceSchemas.refusedSession,
  }),
  pair(signInRoutes.login, { body: signInSchemas.loginBody, reply: signInSchemas.signInReply }),
  pair(passwordResetRoutes.requestPasswordReset, {
    body: passwordResetSchemas.requestPasswordResetBody,
    reply: shared.done,
  }),
  pair(passwordResetRoutes.resetPassword, { body: passwordResetSchemas.resetPasswordBody, reply: shared.done }),
  pair(sessionRoutes.logout, { body: sessionSchemas.logoutBody, reply: shared.done }),
  pair(sessionRoutes.readSession, { reply: sessionSchemas.session }),
  pair(sessionRoutes.renewToken, { reply: sessionSchemas.accessToken }),
  pair(settingsRoutes.readAccount, { reply: settingsSchemas.account }),
  pair(termsRoutes.agreeToTerms, { body: termsSchemas.agreeToTermsBody, reply: settingsSchemas.account }),
  pair(settingsRoutes.changeAccount, { body: settingsSchemas.changeAccountBody, reply: settingsSchemas.account }),
  pair(avatarRoutes.changeAvatar, { body: avatarSchemas.changeAvatarBody, reply: settingsSchemas.account }),
  pair(avatarRoutes.removeAvatar, { reply: settingsSchemas.account }),
  pair(passwordRoutes.changePassword, { body: passwordSchemas.changePasswordBody, reply: shared.done }),
  pair(sessionRoutes.listDevices, { reply: sessionSchemas.deviceList }),
  pair(sessionRoutes.endOtherDevices, { reply: shared.done }),
  pair(securityEventRoutes.listSecurityEvents, {
    query: securityEventSchemas.securityEventsQuery,
    reply: securityEventSchemas.securityEventList,
  }),
  pair(sessionRoutes.endDevice, { params: shared.idParams, reply: shared.done }),
  pair(pairingRoutes.startPairing, { reply: pairingSchemas.pairingCode }),
  pair(pairingRoutes.readPairing, { reply: pairingSchemas.pairing }),
  pair(pairingRoutes.finishPairing, { reply: sessionSchemas.session }),
  pair(pairingRoutes.findPairing, {
    body: pairingSchemas.findPairingBody,
    reply: pairingSchemas.foundPairing,
  }),
  pair(pairingRoutes.approvePairing, {
    params: shared.idParams,
    body: pairingSchemas.approvePairingBody,
    reply: shared.done,
  }),
  pair(socialRoutes.listIdentities, { reply: socialSchemas.identityList }),
  pair(socialRoutes.linkIdentity, { params: socialSchemas.providerParams, reply: socialSchemas.linkStart }),
  pair(socialRoutes.unlinkIdentity, { params: socialSchemas.providerParams, reply: shared.done }),
  pair(socialRoutes.readPendingIdentity, { reply: socialSchemas.pendingIdentity }),
  pair(socialRoutes.registerByIdentity, {
    body: socialSchemas.registerByIdentityBody,
    reply: sessionSchemas.session,
  }),
  pair(stepUpRoutes.readStepUp, { query: stepUpSchemas.stepUpQuery, reply: stepUpSchemas.stepUp }),
  pair(stepUpRoutes.reauthenticate, {
    body: stepUpSchemas.reauthenticateBody,
    reply: stepUpSchemas.stepUp,
  }),
  pair(stepUpRoutes.startPasskeyStepUp, { reply: passkeySchemas.passkeyOptions }),
  pair(stepUpRoutes.requestMailCode, { reply: shared.done }),
  pair(stepUpRoutes.startGoogleStepUp, {
    body: stepUpSchemas.startGoogleStepUpBody,
    reply: socialSchemas.linkStart,
  }),
  pair(secondFactorRoutes.readSecondFactor, { reply: secondFactorSchemas.secondFactor }),
  pair(secondFactorRoutes.startTotp, { reply: secondFactorSchemas.newTotp }),
  pair(secondFactorRoutes.turnOnTotp, {
    body: secondFactorSchemas.turnOnTotpBody,
    reply: secondFactorSchemas.recoveryCodes,
  }),
  pair(secondFactorRoutes.turnOffTotp, { reply: shared.done }),
  pair(secondFactorRoutes.replaceRecoveryCodes, { reply: secondFactorSchemas.recoveryCodes }),
  pair(secondFactorRoutes.readSignInChallenge, { reply: secondFactorSchemas.signInChallenge }),
  pair(secondFactorRoutes.startPasskeyFactor, { reply: passkeySchemas.passkeyOptions }),
  pair(secondFactorRoutes.finishSignIn, { body: secondFactorSchemas.finishSignInBody, reply: sessionSchemas.session }),
  pair(passkeyRoutes.listPasskeys, { reply: passkeySchemas.passkeyList }),
  pair(passkeyRoutes.startPasskey, { reply: passkeySchemas.newPasskeyOptions }),
  pair(passkeyRoutes.addPasskey, { body: passkeySchemas.addPasskeyBody, reply: passkeySchemas.passkey }),
  pair(passkeyRoutes.renamePasskey, {
    params: shared.idParams,
    body: passkeySchemas.renamePasskeyBody,
    reply: passkeySchemas.passkey,
  }),
  pair(passkeyRoutes.removePasskey, { params: shared.idParams, reply: shared.done }),
  pair(passkeyRoutes.startPasskeySignIn, { reply: passkeySchemas.passkeyOptions }),
  pair(passkeyRoutes.signInWithPasskey, { body: passkeySchemas.assertion, reply: signInSchemas.signInReply }),
  pair(sandboxRoutes.listDemoUsers, { reply: sandboxSchemas.demoUsers }),
  pair(sandboxRoutes.signInAsDemoUser, { body: sandboxSchemas.demoSignInBody, reply: sessionSchemas.session }),
  pair(bookingRoutes.listCreatorServices, { params: shared.idParams, reply: serviceSchemas.creatorServices }),
  pair(bookingRoutes.listSlots, {
    params: shared.idParams,
    query: serviceSchemas.slotsQuery,
    reply: serviceSchemas.slots,
  }),
  pair(bookingRoutes.listHourlyServices, { reply: serviceSchemas.hourlyServiceList }),
  pair(bookingRoutes.addHourlyService, {
    body: serviceSchemas.hourlyServiceBody,
    reply: serviceSchemas.hourlyService,
  }),
  pair(bookingRoutes.changeHourlyService, {
    params: shared.idParams,
    body: serviceSchemas.hourlyServiceBody,
    reply: serviceSchemas.hourlyService,
  }),
  pair(bookingRoutes.removeHourlyService, { params: shared.idParams, reply: shared.done }),
  pair(bookingRoutes.readSchedule, { reply: serviceSchemas.schedule }),
  pair(bookingRoutes.changeSchedule, {
    body: serviceSchemas.scheduleBody,
    reply: serviceSchemas.schedule,
  }),
  pair(bookingRoutes.reserveSlot, { body: bookingSchemas.reserveSlotBody, reply: bookingSchemas.booking }),
  pair(bookingRoutes.readBooking, { params: shared.idParams, reply: bookingSchemas.booking }),
  pair(bookingRoutes.bookReservation, {
    params: shared.idParams,
    body: bookingSchemas.bookingVersionBody,
    reply: bookingSchemas.booking,
  }),
  pair(bookingRoutes.payBooking, {
    params: shared.idParams,
    body: bookingSchemas.payBookingBody,
    reply: bookingSchemas.booking,
  }),
  pair(bookingRoutes.withdrawReservation, {
    params: shared.idParams,
    body: bookingSchemas.bookingVersionBody,
    reply: bookingSchemas.booking,
  }),
  pair(bookingRoutes.confirmBooking, {
    params: shared.idParams,
    body: bookingSchemas.bookingVersionBody,
    reply: bookingSchemas.booking,
  }),
  pair(bookingRoutes.declineBooking, {
    params: shared.idParams,
    body: bookingSchemas.bookingReasonBody,
    reply: bookingSchemas.booking,
  }),
  pair(bookingRoutes.moveBooking, {
    params: shared.idParams,
    body: bookingSchemas.moveBookingBody,
    reply: bookingSchemas.booking,
  }),
  pair(bookingRoutes.proposeBookingMove, {
    params: shared.idParams,
    body: bookingSchemas.moveBookingBody,
    reply: bookingSchemas.booking,
  }),
  pair(bookingRoutes.acceptBookingMove, {
    params: shared.idParams,
    body: bookingSchemas.bookingVersionBody,
    reply: bookingSchemas.booking,
  }),
  pair(bookingRoutes.declineBookingMove, {
    params: shared.idParams,
    body: bookingSchemas.bookingVersionBody,
    reply: bookingSchemas.booking,
  }),
  pair(bookingRoutes.withdrawBookingMove, {
    params: shared.idParams,
    body: bookingSchemas.bookingVersionBody,
    reply: bookingSchemas.booking,
  }),
  pair(bookingRoutes.previewCancellation, { params: shared.idParams, reply: bookingSchemas.cancellationPreview }),
  pair(bookingRoutes.cancelBooking, {
    params: shared.idParams,
    body: bookingSchemas.cancelBookingBody,
    reply: bookingSchemas.booking,
  }),
  pair(bookingRoutes.completeBooking, {
    params: shared.idParams,
    body: bookingSchemas.bookingVersionBody,
    reply: bookingSchemas.booking,
  }),
  pair(bookingRoutes.readBookingAsAdmin, { params: shared.idParams, reply: bookingSchemas.booking }),
  pair(bookingRoutes.listNoShows, { query: shared.pageQuery, reply: bookingSchemas.noShowPage }),
  pair(bookingRoutes.cancelBookingAsAdmin, {
    params: shared.idParams,
    body: bookingSchemas.bookingReasonBody,
    reply: bookingSchemas.booking,
  }),
  pair(bookingRoutes.overturnNoShow, {
    params: shared.idParams,
    body: bookingSchemas.overturnNoShowBody,
    reply: bookingSchemas.booking,
  }),
  pair(bookingRoutes.listBookings, { query: bookingSchemas.bookingsQuery, reply: bookingSchemas.bookingPage }),
  pair(bookingRoutes.readCalendar, { query: bookingSchemas.calendarQuery, reply: bookingSchemas.calendar }),
  pair(bookingRoutes.readCalendarFeed, { reply: bookingSchemas.calendarFeed }),
  pair(bookingRoutes.renewCalendarFeed, { reply: bookingSchemas.calendarFeed }),
  pair(conversationRoutes.listConversations, {
    query: conversationSchemas.conversationListQuery,
    reply: conversationSchemas.conversationList,
  }),
  pair(conversationRoutes.openDirectConversation, {
    body: conversationSchemas.directConversationBody,
    reply: conversationSchemas.conversation,
  }),
  pair(conversationRoutes.readConversation, { params: shared.idParams, reply: conversationSchemas.conversation }),
  pair(conversationRoutes.listMessages, {
    params: shared.idParams,
    query: conversationSchemas.messagesQuery,
    reply: conversationSchemas.messagePage,
  }),
  pair(conversationRoutes.sendMessage, {
    params: shared.idParams,
    body: conversationSchemas.sendBody,
    reply: conversationSchemas.sendReply,
  }),
  pair(conversationRoutes.markConversationRead, {
    params: shared.idParams,
    body: conversationSchemas.markReadBody,
    reply: conversationSchemas.markReadReply,
  }),
  pair(conversationRoutes.editMessage, {
    params: shared.idParams,
    body: conversationSchemas.editBody,
    reply: shared.done,
  }),
  pair(conversationRoutes.deleteMessage, { params: shared.idParams, reply: shared.done }),
  pair(conversationRoutes.searchMessages, {
    query: conversationSchemas.messageSearchQuery,
    reply: conversationSchemas.messageSearchResults,
  }),
  pair(dashboardRoutes.readDashboard, { reply: dashboardSchemas.dashboard }),
  pair(notificationRoutes.listNotifications, {
    query: notificationSchemas.notificationsQuery,
    reply: notificationSchemas.notificationList,
  }),
  pair(notificationRoutes.readUnreadCounts, { reply: notificationEvents.unreadCountChanged.schema }),
  pair(notificationRoutes.summariseNotifications, { reply: notificationSchemas.notificationSummary }),
  pair(notificationRoutes.readPreferences, { reply: notificationSchemas.preferences }),
  pair(notificationRoutes.changePreferences, {
    body: notificationSchemas.preferencesBody,
    reply: notificationSchemas.preferences,
  }),
  pair(notificationRoutes.markRead, { params: shared.idParams, reply: notificationSchemas.unreadReply }),
  pair(notificationRoutes.markUnread, { params: shared.idParams, reply: notificationSchemas.unreadReply }),
  pair(notificationRoutes.markAllRead, {
    query: notificationSchemas.markAllReadQuery,
    reply: notificationSchemas.unreadReply,
  }),
  pair(notificationRoutes.deleteNotification, { params: shared.idParams, reply: notificationSchemas.unreadReply }),
  pair(notificationRoutes.clearNotifications, { reply: notificationSchemas.clearReply }),
  pair(notificationRoutes.restoreNotifications, {
    body: notificationSchemas.restoreBody,
    reply: notificationSchemas.unreadReply,
  }),
  pair(notificationRoutes.explainNotification, { params: shared.idParams, reply: notificationSchemas.explanation }),
  pair(notificationRoutes.listPushDevices, { reply: notificationSchemas.pushDeviceList }),
  pair(notificationRoutes.addPushDevice, {
    body: notificationSchemas.addPushDeviceBody,
    reply: notificationSchemas.pushDevice,
  }),
  pair(notificationRoutes.removePushDevice, { params: shared.idParams, reply: shared.done }),
  pair(paymentRoutes.listPaymentMethods, { reply: paymentSchemas.paymentMethods }),
  pair(paymentRoutes.readBalances, { reply: paymentSchemas.balances }),
  pair(paymentRoutes.listLedgerEntries, {
    query: paymentSchemas.ledgerEntriesQuery,
    reply: paymentSchemas.ledgerEntryPage,
  }),
  pair(paymentRoutes.listEscrow, { reply: paymentSchemas.escrowList }),
  pair(paymentRoutes.listReceipts, { query: shared.pageQuery, reply: paymentSchemas.receiptList }),
  pair(paymentRoutes.readReceipt, { params: shared.idParams, reply: paymentSchemas.receipt }),
  pair(paymentRoutes.readCharge, { params: shared.idParams, reply: chargeSchemas.charge }),
  pair(paymentRoutes.confirmCharge, {
    params: shared.idParams,
    body: chargeSchemas.confirmChargeBody,
    reply: chargeSchemas.charge,
  }),
  pair(paymentRoutes.redirectRefund, {
    params: shared.idParams,
    body: refundSchemas.redirectRefundBody,
    reply: shared.done,
  }),
  pair(paymentRoutes.listRefunds, { query: shared.pageQuery, reply: refundSchemas.refundList }),
  pair(paymentRoutes.listPayouts, { query: shared.pageQuery, reply: paymentSchemas.payoutList }),
  pair(paymentRoutes.requestPayout, { body: paymentSchemas.requestPayoutBody, reply: paymentSchemas.payout }),
  pair(paymentRoutes.readPayoutAccount, { reply: paymentSchemas.payoutAccountReply }),
  pair(paymentRoutes.changePayoutAccount, {
    body: paymentSchemas.changePayoutAccountBody,
    reply: paymentSchemas.payoutAccountReply,
  }),
  pair(paymentRoutes.confirmPayoutAccount, { reply: paymentSchemas.payoutAccountReply }),
  pair(paymentRoutes.receiveWebhook, { body: paymentSchemas.webhookBody, reply: shared.done }),
  pair(reviewRoutes.readReviews, { params: shared.idParams, reply: reviewSchemas.reviewPair }),
  pair(reviewRoutes.writeReview, {
    params: shared.idParams,
    body: reviewSchemas.writeReviewBody,
    reply: reviewSchemas.reviewPair,
  }),
  pair(reviewRoutes.answerReview, {
    params: shared.idParams,
    body: reviewSchemas.answerReviewBody,
    reply: reviewSchemas.reviewPair,
  }),
  pair(roomRoutes.readRoom, { params: shared.idParams, reply: roomSchemas.room }),
  pair(roomRoutes.readRoomEndpoint, { params: shared.idParams, reply: roomSchemas.roomEndpoint }),
  pair(roomRoutes.listRoomVersions, { params: shared.idParams, reply: roomSchemas.roomVersions }),
  pair(roomRoutes.inviteToRoom, { params: shared.idParams, reply: roomSchemas.roomInvite }),
  pair(roomRoutes.acceptRoomInvite, {
    params: shared.idParams,
    body: roomSchemas.acceptRoomInviteBody,
    reply: roomSchemas.room,
  }),
  pair(roomRoutes.changeRoomRole, {
    params: roomSchemas.roomUserParams,
    body: roomSchemas.changeRoomRoleBody,
    reply: roomSchemas.room,
  }),
  pair(roomRoutes.removeRoomUser, { params: roomSchemas.roomUserParams, reply: shared.done }),
  pair(roomRoutes.readRoomRecords, { params: shared.idParams, reply: roomSchemas.roomRecords }),
  pair(roomRoutes.setRoomRecord, {
    params: roomSchemas.roomRecordParams,
    body: roomSchemas.setRoomRecordBody,
    reply: roomSchemas.roomRecord,
  }),
  pair(analyticsRoutes.countPageView, { body: analyticsSchemas.pageViewBody, reply: shared.done }),
  pair(analyticsRoutes.listPageViews, {
    query: analyticsSchemas.pageViewsQuery,
    reply: analyticsSchemas.pageViewList,
  }),
  pair(analyticsRoutes.reportError, { body: analyticsSchemas.errorReportBody, reply: shared.done }),
  pair(analyticsRoutes.listErrors, { reply: analyticsSchemas.errorGroupList }),
  pair(supportRoutes.fileTicket, { body: supportSchemas.ticketBody, reply: supportSchemas.ticketReply }),
  pair(supportRoutes.listTickets, { query: shared.pageQuery, reply: supportSchemas.ticketPage }),
  pair(supportRoutes.readTicket, { params: shared.idParams, reply: supportSchemas.ticket }),
  pair(supportRoutes.replyToTicket, {
    params: shared.idParams,
    body: supportSchemas.replyBody,
    reply: supportSchemas.ticket,
  }),
  pair(supportRoutes.readTicketAsAdmin, { params: shared.idParams, reply: supportSchemas.adminTicket }),
  pair(supportRoutes.answerTicket, {
    params: shared.idParams,
    body: supportSchemas.answerTicketBody,
    reply: supportSchemas.adminTicket,
  }),
  pair(supportRoutes.replyToTicketAsAdmin, {
    params: shared.idParams,
    body: supportSchemas.replyBody,
    reply: supportSchemas.adminTicket,
  }),
  pair(supportRoutes.solveTicket, {
    params: shared.idParams,
    body: supportSchemas.solveTicketBody,
    reply: supportSchemas.adminTicket,
  }),
  pair(supportRoutes.addNote, {
    params: shared.idParams,
    body: supportSchemas.noteBody,
    reply: supportSchemas.adminTicket,
  }),
  pair(supportRoutes.linkTicket, {
    params: shared.idParams,
    body: supportSchemas.linkTicketBody,
    reply: supportSchemas.adminTicket,
  }),
  pair(supportRoutes.unlinkTicket, { params: supportSchemas.ticketLinkParams, reply: supportSchemas.adminTicket }),
  pair(adminRoutes.listQueues, { reply: adminSchemas.queueList }),
  pair(adminRoutes.changeAdminSettings, { body: adminSchemas.adminSettingsBody, reply: shared.done }),
  pair(adminRoutes.listCases, {
    params: adminSchemas.queueParams,
    query: adminSchemas.casesQuery,
    reply: adminSchemas.casePage,
  }),
  pair(adminRoutes.readCaseOwner, {
    params: adminSchemas.queueParams,
    query: adminSchemas.caseQuery,
    reply: adminSchemas.caseOwner,
  }),
  pair(adminRoutes.assignCase, {
    params: adminSchemas.queueParams,
    body: adminSchemas.assignCaseBody,
    reply: adminSchemas.caseOwner,
  }),
  pair(adminRoutes.readFailedWork, { query: adminSchemas.caseQuery, reply: adminSchemas.failedWork }),
  pair(adminRoutes.retryFailedWork, { body: adminSchemas.failedWorkBody, reply: shared.done }),
  pair(adminRoutes.dropFailedWork, { body: adminSchemas.failedWorkBody, reply: shared.done }),
  pair(adminRoutes.listAuditEntries, { query: adminSchemas.auditQuery, reply: adminSchemas.auditPage }),
  pair(adminSuspensionRoutes.suspendUser, {
    params: shared.idParams,
    body: adminSuspensionSchemas.suspendUserBody,
    reply: shared.done,
  }),
  pair(adminSuspensionRoutes.liftSuspension, {
    params: shared.idParams,
    body: adminSchemas.adminReasonBody,
    reply: shared.done,
  }),
  pair(suspensionRoutes.readSuspension, { reply: suspensionSchemas.suspensionReply }),
  pair(lookUpRoutes.lookUp, { query: lookUpSchemas.lookUpQuery, reply: lookUpSchemas.lookUpResults }),
  pair(lookUpRoutes.lookUpUser, { params: shared.idParams, reply: lookUpSchemas.lookedUpUser }),
  pair(lookUpRoutes.lookUpProject, { params: shared.idParams, reply: lookUpSchemas.lookedUpProject }),
  pair(lookUpRoutes.lookUpMilestone, { params: shared.idParams, reply: lookUpSchemas.lookedUpMoney }),
  pair(lookUpRoutes.lookUpBooking, { params: shared.idParams, reply: lookUpSchemas.lookedUpMoney }),
  pair(lookUpRoutes.lookUpEntries, { query: lookUpSchemas.lookUpEntriesQuery, reply: lookUpSchemas.lookedUpEntries }),
  pair(paymentRoutes.readChargebackAsAdmin, { params: shared.idParams, reply: adminChargeSchemas.adminChargeback }),
  pair(paymentRoutes.readRefundAsAdmin, { params: shared.idParams, reply: refundSchemas.adminRefund }),
  pair(paymentRoutes.retryRefundAsAdmin, {
    params: shared.idParams,
    body: refundSchemas.retryRefundBody,
    reply: refundSchemas.adminRefund,
  }),
  pair(exploreRoutes.readPageReport, { params: shared.idParams, reply: exploreSchemas.pageReport }),
  pair(exploreRoutes.closePageReport, {
    params: shared.idParams,
    body: adminSchemas.adminReasonBody,
    reply: exploreSchemas.pageReport,
  }),
  pair(exploreRoutes.unlistReportedPage, {
    params: shared.idParams,
    body: adminSchemas.adminReasonBody,
    reply: exploreSchemas.pageReport,
  }),
  pair(exploreRoutes.exploreCreators, { query: exploreSchemas.exploreQuery, reply: exploreSchemas.exploreReply }),
  pair(exploreRoutes.readPublicCreator, { params: exploreSchemas.handleParams, reply: exploreSchemas.publicCreator }),
  pair(exploreRoutes.reportPage, {
    params: exploreSchemas.handleParams,
    body: exploreSchemas.reportPageBody,
    reply: exploreSchemas.reportReply,
  }),
  pair(listingRoutes.readListing, { reply: listingSchemas.listing }),
  pair(listingRoutes.changeListing, { body: listingSchemas.listingPatch, reply: listingSchemas.listing }),
  pair(consentRoutes.askWorkConsent, {
    params: shared.idParams,
    body: consentSchemas.askConsentBody,
    reply: listingSchemas.listing,
  }),
  pair(consentRoutes.listWorkConsents, { reply: consentSchemas.workConsentList }),
  pair(consentRoutes.answerWorkConsent, {
    params: shared.idParams,
    body: consentSchemas.answerConsentBody,
    reply: consentSchemas.workConsent,
  }),
  pair(talentRoutes.searchTalent, { query: talentSchemas.searchQuery, reply: talentSchemas.searchReply }),
  pair(talentRoutes.listSkills, { query: talentSchemas.skillsQuery, reply: talentSchemas.skillSuggestions }),
  pair(talentRoutes.readCreator, { params: shared.idParams, reply: talentSchemas.profile }),
  pair(talentRoutes.listCreatorReviews, {
    params: shared.idParams,
    query: shared.pageQuery,
    reply: talentSchemas.creatorReviews,
  }),
  pair(talentRoutes.readProfile, { reply: talentSchemas.profile }),
  pair(talentRoutes.changeProfile, { body: talentSchemas.profilePatch, reply: talentSchemas.profile }),
  pair(talentRoutes.addPackageService, { body: talentSchemas.packageServiceBody, reply: talentSchemas.profile }),
  pair(talentRoutes.changePackageService, {
    params: shared.idParams,
    body: talentSchemas.packageServiceBody,
    reply: talentSchemas.profile,
  }),
  pair(talentRoutes.movePackageService, {
    params: shared.idParams,
    body: talentSchemas.moveBody,
    reply: talentSchemas.profile,
  }),
  pair(talentRoutes.restorePackageService, { params: shared.idParams, reply: talentSchemas.profile }),
  pair(talentRoutes.removePackageService, { params: shared.idParams, reply: shared.done }),
  pair(talentRoutes.addPortfolioItem, { body: talentSchemas.portfolioItemBody, reply: talentSchemas.profile }),
  pair(talentRoutes.changePortfolioItem, {
    params: shared.idParams,
    body: talentSchemas.portfolioItemPatch,
    reply: talentSchemas.profile,
  }),
  pair(talentRoutes.movePortfolioItem, {
    params: shared.idParams,
    body: talentSchemas.moveBody,
    reply: talentSchemas.profile,
  }),
  pair(talentRoutes.restorePortfolioItem, { params: shared.idParams, reply: talentSchemas.profile }),
  pair(talentRoutes.removePortfolioItem, { params: shared.idParams, reply: shared.done }),
]
