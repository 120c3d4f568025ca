import { type Feature } from '../../feature.ts'
import { deliveredFiles, deliveredWorks } from './deliverables/may-read-delivered.ts'
import { expireAttempt } from './milestones/expire-attempt.ts'
import { onChargeCaptured } from './milestones/on-charge-captured.ts'
import { onChargeChargedBack } from './milestones/on-charge-charged-back.ts'
import { onChargeFailed } from './milestones/on-charge-failed.ts'
import { reviewTimer } from './milestones/review-timer.ts'
import { expireCommission } from './offers/expire-commission.ts'
import { carryPins } from './pins/on-deliverable-added.ts'
import { carryPin } from './pins/on-pin-placed.ts'
import { pinRoutes } from './pins/routes.ts'
import { tellPinsLive } from './pins/tell-live.ts'
import { cleanVoiceNote, forgetVoiceNotes } from './pins/voice-notes.ts'
import { completeProject } from './projects/complete-project.ts'
import { commissionRoutes } from './routes.ts'

/** Projects, what is agreed in them, their milestones and the versions delivered for them. */
export const commissionsFeature: Feature = {
  name: 'commissions',
  routes: [...commissionRoutes, ...pinRoutes],
  reactions: [onChargeCaptured, onChargeFailed, onChargeChargedBack, carryPins, carryPin, tellPinsLive],
  due: [expireCommission, expireAttempt, reviewTimer, completeProject, forgetVoiceNotes],
  jobs: [cleanVoiceNote],
  files: [deliveredFiles],
  works: [deliveredWorks],
}
