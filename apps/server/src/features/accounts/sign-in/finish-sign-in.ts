import { type PasskeyOptions } from '@veranda/contract/accounts/passkeys/schemas.ts'
import { type Session } from '@veranda/contract/accounts/sessions/schemas.ts'
import { type FinishSignInBody, type SignInChallenge } from '@veranda/contract/accounts/second-factor/schemas.ts'
import { maxWrongCodesPerHour, wrongCodesWindowMs } from '@veranda/core/accounts/second-factor/second-factor.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Refused, type Result } from '@veranda/core/result.ts'
import { minute, toIso } from '@veranda/core/time/instant.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { transact } from '../../../platform/db/transact.ts'
import { startChallengeFor } from '../passkeys/passkey-challenge.ts'
import { verifyAssertion } from '../passkeys/verify-assertion.ts'
import { consumeCode } from '../second-factor/consume-code.ts'
import { signInFailed } from './sign-in-failures.ts'
import { lockOpenUser } from '../user.repository.ts'
import { refuseSuspended } from '../suspension/suspension.repository.ts'
import { betterAuthFor } from './better-auth.ts'
import { openSession, type SignInContext } from '../sessions/open-session.ts'
import {
  challengeCookieHeader,
  challengeToken,
  countRecentWrongCodes,
  countWrongCode,
  endSignInChallenge,
  findSignInChallenge,
  listSecondFactors,
  lockSignInChallenge,
  type SignInChallenge as StoredChallenge,
} from './sign-in-challenge.repository.ts'

const ended = refuse('sign-in.challenge-ended', 'not-found')

/** Returns what this browser's sign-in still needs. Refuses sign-in.challenge-ended (not found). */
export async function readSignInChallenge({ tx, deps, request }: SignInContext): Promise<Result<SignInChallenge>> {
  const challenge = await findSignInChallenge(tx, deps, request)
  if (!challenge) return ended
  const methods = await listSecondFactors(tx, challenge.userId, challenge.byPasskey)
  return methods.length === 0 ? ended : ok({ methods, expiresAt: toIso(challenge.expiresAt) })
}

/** Returns what a passkey of the user of this sign-in has to sign. */
export async function startPasskeyFactor(ctx: SignInContext): Promise<Result<PasskeyOptions>> {
  const { tx, deps, request } = ctx
  const challenge = await findSignInChallenge(tx, deps, request)
  if (!challenge || challenge.byPasskey) return ended
  const boundTo = challengeToken(request, deps)
  return startChallengeFor(ctx, { purpose: 'second-factor', boundTo, userId: challenge.userId })
}

/**
 * Opens the session of a sign-in with its second factor. A wrong code is counted, although the rest of the transaction
 * is for nothing, and ends the sign-in with the tenth.
 */
export async function finishSignIn(ctx: Omit<SignInContext, 'tx'>, body: FinishSignInBody): Promise<Result<Session>> {
  const { deps, request } = ctx
  const outcome = await transact(deps, (tx) => answerChallenge({ ...ctx, tx }, body))
  if (!outcome.ok) return outcome
  if ('session' in outcome.value) return ok(outcome.value.session)
  const { refused, userId } = outcome.value
  const reason = body.method === 'passkey' ? 'wrong-passkey' : `wrong-${body.method}`
  deps.failureLog.record({ action: signInFailed, reason, userId, request })
  return refused
}

type Answered = { readonly session: Session } | { readonly refused: Refused; readonly userId: UserId }

async function answerChallenge(ctx: SignInContext, body: FinishSignInBody): Promise<Result<Answered>> {
  const { tx, deps, request, replyHeaders } = ctx
  const found = await findSignInChallenge(tx, deps, request)
  // The user before their sign-ins, so that wrong codes of several sign-ins at once are counted one after the other.
  if (!found || !(await lockOpenUser(tx, found.userId))) return ended
  const challenge = await lockSignInChallenge(tx, deps, request)
  if (!challenge) return ended
  const { userId } = challenge
  const suspended = await refuseSuspended(tx, userId, request)
  if (suspended) return suspended
  const now = deps.clock.now()
  if (body.method !== 'passkey' && (await countRecentWrongCodes(tx, userId, now)) >= maxWrongCodesPerHour) {
    const minutes = wrongCodesWindowMs / minute
    return refuse('sign-in.too-many-codes', 'too-many', { detail: { minutes, seconds: minutes * 60 } })
  }
  const proved = await proveSecondFactor(ctx, challenge, body)
  if (!proved.ok) {
    await countWrongCode(tx, challenge.id)
    return ok({ refused: proved, userId })
  }
  await endSignInChallenge(tx, challenge.id, now)
  replyHeaders.set('set-cookie', challengeCookieHeader(deps))
  const data = { method: body.method, provider: challenge.authProvider }
  await recordAudit(tx, { action: 'account.second-factor-used', userId, actorId: userId, at: now, request, data })
  return ok({ session: await openSession(ctx, betterAuthFor(tx, deps), userId, challenge) })
}

async function proveSecondFactor(
  ctx: SignInContext,
  { userId, byPasskey }: StoredChallenge,
  body: FinishSignInBody,
): Promise<Result<unknown>> {
  if (body.method !== 'passkey') return consumeCode(ctx, userId, body)
  if (byPasskey) return refuse('sign-in.method-not-allowed', 'not-allowed')
  const boundTo = challengeToken(ctx.request, ctx.deps)
  return verifyAssertion(ctx, { purpose: 'second-factor', boundTo, userId, assertion: body.assertion })
}
