import { route } from '../../route.ts'
import type { Done } from '../../shared-schemas.ts'
import type { PasskeyOptions } from '../passkeys/schemas.ts'
import type { LinkStart } from '../social/schemas.ts'
import type { StartGoogleStepUpBody, StepUp, StepUpQuery, ReauthenticateBody } from './schemas.ts'

/** Returns until when this session is reauthenticated, and the methods it can use. */
export const readStepUp = route<{ query: StepUpQuery; reply: StepUp }>('GET', '/accounts/step-up')
/** Reauthenticates the user. Counts for this session alone, and for ten minutes. */
export const reauthenticate = route<{ body: ReauthenticateBody; reply: StepUp }>('POST', '/accounts/step-up')
/** Asks for what a passkey of the user has to sign. */
export const startPasskeyStepUp = route<{ reply: PasskeyOptions }>('POST', '/accounts/step-up/passkey-options')
/** Sends a code by mail to a user who has neither a password nor codes of an app. */
export const requestMailCode = route<{ reply: Done }>('POST', '/accounts/step-up/mail-code')
/** Begins another sign-in at Google, for a user who has neither these nor an address. */
export const startGoogleStepUp = route<{ body: StartGoogleStepUpBody; reply: LinkStart }>(
  'POST',
  '/accounts/step-up/google',
)
