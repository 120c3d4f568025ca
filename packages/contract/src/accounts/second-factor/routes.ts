import { route } from '../../route.ts'
import type { Done } from '../../shared-schemas.ts'
import type { PasskeyOptions } from '../passkeys/schemas.ts'
import type { Session } from '../sessions/schemas.ts'
import type {
  FinishSignInBody,
  NewTotp,
  RecoveryCodes,
  SecondFactor,
  SignInChallenge,
  TurnOnTotpBody,
} from './schemas.ts'

export const readSecondFactor = route<{ reply: SecondFactor }>('GET', '/accounts/second-factor')
/** Makes a new secret for an authenticator app, in place of one that was not confirmed. */
export const startTotp = route<{ reply: NewTotp }>('POST', '/accounts/second-factor/totp/start')
/** Turns codes on with a first one. Returns recovery codes, which replace any there were. */
export const turnOnTotp = route<{ body: TurnOnTotpBody; reply: RecoveryCodes }>('POST', '/accounts/second-factor/totp')
/** Turns codes off, and the recovery codes with them. */
export const turnOffTotp = route<{ reply: Done }>('DELETE', '/accounts/second-factor/totp')
/** Makes new recovery codes; the old ones no longer work. */
export const replaceRecoveryCodes = route<{ reply: RecoveryCodes }>('POST', '/accounts/second-factor/recovery-codes')
/** Returns what this browser's sign-in still needs, also after the redirect of a provider. */
export const readSignInChallenge = route<{ reply: SignInChallenge }>('GET', '/accounts/sign-in-challenge')
/** Asks for what a passkey of this sign-in's user has to sign. */
export const startPasskeyFactor = route<{ reply: PasskeyOptions }>(
  'POST',
  '/accounts/sign-in-challenge/passkey-options',
)
/** Finishes a sign-in with its second factor. */
export const finishSignIn = route<{ body: FinishSignInBody; reply: Session }>('POST', '/accounts/sign-in-challenge')
