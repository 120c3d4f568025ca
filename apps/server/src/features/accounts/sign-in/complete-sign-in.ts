import { type AuthProvider } from '@veranda/contract/accounts/schemas.ts'
import { type SignInReply } from '@veranda/contract/accounts/sign-in/schemas.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type Auth } from './better-auth.ts'
import { openSession, type SignInContext } from '../sessions/open-session.ts'
import { refuseSuspended } from '../suspension/suspension.repository.ts'
import { challengeCookieHeader, insertSignInChallenge, listSecondFactors } from './sign-in-challenge.repository.ts'

type FirstFactor = {
  readonly authProvider?: AuthProvider
  /** For a sign-in by a passkey: whether its authenticator checked who used it, which counts as both factors. */
  readonly userVerified?: boolean
}

/**
 * Ends the first step of every sign-in. Opens a session for a user whose first factor is enough. For the others it sets
 * the cookie of a challenge and returns what they can finish with; `finishSignIn` then opens the session. Refuses what
 * `refuseSuspended` does.
 */
export async function completeSignIn(
  ctx: SignInContext,
  auth: Auth,
  userId: UserId,
  { authProvider = 'email', userVerified }: FirstFactor = {},
): Promise<Result<SignInReply>> {
  const { tx, deps, request, replyHeaders } = ctx
  const suspended = await refuseSuspended(tx, userId, request)
  if (suspended) return suspended
  const byPasskey = userVerified !== undefined
  const methods = userVerified === true ? [] : await listSecondFactors(tx, userId, byPasskey)
  if (methods.length === 0) return ok(await openSession(ctx, auth, userId, { authProvider, userVerified }))
  const token = await insertSignInChallenge(tx, deps, { userId, authProvider, byPasskey })
  replyHeaders.set('set-cookie', challengeCookieHeader(deps, token))
  return ok({ secondFactor: { methods } })
}
