import { route } from '../../route.ts'
import type { StepUp, ReauthenticateBody } from './schemas.ts'

/** Returns until when this session is reauthenticated, and the methods it can use. */
export const readStepUp = route<{ reply: StepUp }>('GET', '/accounts/step-up')
/** Reauthenticates the user. Counts for this session alone, and for five minutes. */
export const reauthenticate = route<{ body: ReauthenticateBody; reply: StepUp }>('POST', '/accounts/step-up')
