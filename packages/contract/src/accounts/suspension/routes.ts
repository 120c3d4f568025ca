import { route } from '../../route.ts'
import type { SuspensionReply } from './schemas.ts'

/** Returns the suspension that ended the session of this browser. */
export const readSuspension = route<{ reply: SuspensionReply }>('GET', '/accounts/session/suspension')
