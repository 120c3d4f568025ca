import { route } from '../../route.ts'
import type { IdParams } from '../../shared-schemas.ts'
import type { Listing } from '../listing/schemas.ts'
import type { AnswerConsentBody, AskConsentBody, WorkConsent, WorkConsentList } from './schemas.ts'

/** Asks the client of a project whether a portfolio item may be shown to strangers. */
export const askWorkConsent = route<{ params: IdParams; body: AskConsentBody; reply: Listing }>(
  'POST',
  '/profile/portfolio/:id/consents',
)
/** Lists what creators asked the user as a client. */
export const listWorkConsents = route<{ reply: WorkConsentList }>('GET', '/work-consents')
export const answerWorkConsent = route<{ params: IdParams; body: AnswerConsentBody; reply: WorkConsent }>(
  'POST',
  '/work-consents/:id/answer',
)
