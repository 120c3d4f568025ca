import { type Assertion, type PasskeyOptions } from '@veranda/contract/accounts/passkeys/schemas.ts'
import { type SignInReply } from '@veranda/contract/accounts/sign-in/schemas.ts'
import { passkeyChallengeLifetimeMs } from '@veranda/core/accounts/second-factor/second-factor.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { randomBytes } from 'node:crypto'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { hostCookieName, setCookieHeader } from '../../../platform/http/cookies.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { signInFailed } from '../sign-in/sign-in-failures.ts'
import { betterAuthFor } from '../sign-in/better-auth.ts'
import { completeSignIn } from '../sign-in/complete-sign-in.ts'
import { type SignInContext } from '../sessions/open-session.ts'
import { listSecondFactors } from '../sign-in/sign-in-challenge.repository.ts'
import { startChallengeFor } from './passkey-challenge.ts'
import { verifyAssertion } from './verify-assertion.ts'
import { loadWebAuthn } from './webauthn.ts'

const passkeyCookie = 'veranda.passkey'
/** Of the token in the cookie. */
const tokenBytes = 24
const purpose = 'sign-in'

/** Returns what a passkey has to sign, of whichever user. The browser keeps one cookie for all its tabs. */
export async function startPasskeySignIn(ctx: SignInContext): Promise<Result<PasskeyOptions>> {
  const { deps, request, replyHeaders } = ctx
  const boundTo = tokenFromCookie(request, deps) || randomBytes(tokenBytes).toString('base64url')
  const options = await startChallengeFor(ctx, { purpose, boundTo })
  if (!options.ok) return options
  const cookie = {
    name: hostCookieName(passkeyCookie, deps.env),
    value: boundTo,
    maxAgeSeconds: passkeyChallengeLifetimeMs / 1_000,
    path: '/',
    sameSite: 'strict',
  } as const
  replyHeaders.set('set-cookie', setCookieHeader(cookie, deps.env))
  return options
}

/**
 * Signs in the user of a passkey. One whose authenticator checked who used it counts as both factors; another one is a
 * first factor for those who have a second, and refused with passkey.not-verified (not allowed) for the others.
 */
export async function signInWithPasskey(
  ctx: Omit<SignInContext, 'tx'>,
  assertion: Assertion,
): Promise<Result<SignInReply>> {
  const { deps, request } = ctx
  await loadWebAuthn()
  const reply = await transact(deps, async (tx): Promise<Result<SignInReply>> => {
    const boundTo = tokenFromCookie(request, deps)
    const verified = await verifyAssertion({ ...ctx, tx }, { purpose, boundTo, assertion })
    if (!verified.ok) return verified
    const { userId, userVerified } = verified.value
    if (!userVerified && (await listSecondFactors(tx, userId, true)).length === 0) {
      return refuse('passkey.not-verified', 'not-allowed')
    }
    return completeSignIn({ ...ctx, tx }, betterAuthFor(tx, deps), userId, { userVerified })
  })
  if (!reply.ok && reply.refusal.code === 'passkey.not-accepted') {
    deps.failureLog.record({ action: signInFailed, reason: 'wrong-passkey', userId: null, request })
  }
  return reply
}

function tokenFromCookie({ cookies }: RequestInfo, { env }: Pick<Deps, 'env'>): string {
  return cookies[hostCookieName(passkeyCookie, env)] ?? ''
}
