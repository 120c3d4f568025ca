import { route } from '../../route.ts'
import type { RefusedSession, RefuseSessionBody } from './schemas.ts'

/** Ends the session of a sign-in that was not the user's, with the token of the link in its mail, which works once. */
export const refuseSession = route<{ body: RefuseSessionBody; reply: RefusedSession }>(
  'POST',
  '/accounts/session-refusal',
)
