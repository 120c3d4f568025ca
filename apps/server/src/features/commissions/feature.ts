import { type Feature } from '../../platform/feature.ts'
import { commissionEraser, openCommissions } from './erase-user.ts'
import { deliveredFileReader, deliveredAssetReader } from './deliverables/delivered-asset-access.ts'
import { publishCommissionChanges } from './on-commission-changed.ts'
import { dueTimer } from './milestones/due-dates/due-timer.ts'
import { countUndecidedEscrows, escrowTimer } from './milestones/due-dates/escrow-timer.ts'
import { noticeTimer } from './milestones/due-dates/give-notice.ts'
import { expirePaymentAttempt, onChargeFailed } from './milestones/expire-payment-attempt.ts'
import { onChargeCaptured } from './milestones/on-charge-captured.ts'
import { onChargeChargedBack } from './milestones/on-charge-charged-back.ts'
import { onRefundEvents } from './milestones/on-refund-events.ts'
import { reviewTimer } from './milestones/review-timer.ts'
import { expireCommission } from './offers/expire-commission.ts'
import { carryPinsToNewVersion } from './pins/carry-pins-over.ts'
import { carryPinToLaterVersions } from './pins/on-pin-placed.ts'
import { disputeFileReader } from './disputes/evidence.ts'
import { confirmationQueue, disputeQueue } from './disputes/dispute.repository.ts'
import { disputeRoutes } from './disputes/routes.ts'
import { disputeTimer } from './disputes/dispute-timer.ts'
import { pinRoutes } from './pins/routes.ts'
import { deleteUnusedAudio, deleteVoiceNotes, voiceNoteKeys } from './pins/voice-notes.ts'
import { briefFileReader } from './projects/brief-files.ts'
import { completionTimer } from './projects/complete-project.ts'
import { settlementTimer } from './settlements/settlement-timer.ts'
import { topUpTimer } from './change-orders/top-up-timer.ts'
import { changeOrderTimer } from './change-orders/change-order-timer.ts'
import { commissionRoutes } from './routes.ts'
import { commissionData, voiceNoteFiles } from './personal-data.ts'

/** Projects, offers, milestones, deliverables and pins. */
export const commissionsFeature: Feature = {
  name: 'commissions',
  accountObstacles: [openCommissions],
  erasers: [commissionEraser],
  routes: [...commissionRoutes, ...disputeRoutes, ...pinRoutes],
  eventHandlers: [
    onChargeCaptured,
    onChargeFailed,
    onChargeChargedBack,
    onRefundEvents,
    carryPinsToNewVersion,
    carryPinToLaterVersions,
    publishCommissionChanges,
  ],
  timers: [
    expireCommission,
    expirePaymentAttempt,
    reviewTimer,
    dueTimer,
    noticeTimer,
    escrowTimer,
    completionTimer,
    settlementTimer,
    changeOrderTimer,
    topUpTimer,
    disputeTimer,
    deleteVoiceNotes,
  ],
  adminQueues: [confirmationQueue, disputeQueue],
  figures: [countUndecidedEscrows],
  jobs: [deleteUnusedAudio],
  storedFileReaders: [deliveredFileReader],
  assetReaders: [deliveredAssetReader, briefFileReader, disputeFileReader],
  storedKeys: [voiceNoteKeys],
  personalData: commissionData,
  personalFiles: [voiceNoteFiles],
}
