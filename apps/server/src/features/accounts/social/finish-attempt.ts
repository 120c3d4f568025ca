import { type SocialCallbackQuery } from '@veranda/contract/accounts/social/schemas.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { type SocialProblem } from '@veranda/core/accounts/social/social-problem.ts'
import { type SocialProvider } from '@veranda/core/accounts/social/social-provider.ts'
import { allowedStepUpMethods } from '@veranda/core/accounts/step-up/step-up.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { type FreshSignIn, type ProvedIdentity } from '../../../gateways/identity/identity-gateway.ts'
import { type Actor } from '../../../platform/access/actor.ts'
import { hashCookieToken } from '../../../platform/access/authentication.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { transact } from '../../../platform/db/transact.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { reauthenticationFailed, signInFailed } from '../sign-in/sign-in-failures.ts'
import { betterAuthFor } from '../sign-in/better-auth.ts'
import { completeSignIn } from '../sign-in/complete-sign-in.ts'
import { type SignInContext } from '../sessions/open-session.ts'
import { addStepUp, readStepUpFacts } from '../step-up/reauthenticate.ts'
import { requireStepUp } from '../step-up/require-step-up.ts'
import { clearBrowserSecret, readBrowserSecret, setBrowserSecret } from './browser-secret.ts'
import { addIdentity, findIdentityOwner, findSubject } from './identity.repository.ts'
import { findReturnPath, type StoredAttempt, takeAttempt } from './oauth-attempt.repository.ts'
import { addPendingIdentity, pendingIdentityLifetimeMs } from './pending-identity.repository.ts'
import { pageUrl } from './redirect.ts'
import { problemPage, readReturnPath } from './return-place.ts'

/** Where users link providers, and read how it ended. */
const securityPage = '/settings/security'

type CallbackContext = Omit<SignInContext, 'tx'> & { readonly actor: Actor | undefined }
type TxContext = SignInContext & { readonly actor: Actor | undefined }

/**
 * Ends a way to a provider and returns the page to go to. The attempt is used up before the code is exchanged, so that
 * a callback counts once, whatever becomes of it.
 */
export async function finishAttempt(
  ctx: CallbackContext,
  provider: SocialProvider,
  query: SocialCallbackQuery,
): Promise<string> {
  const { deps } = ctx
  const cookieHash = readBrowserSecret(ctx, 'attempt')
  const { state } = query
  const now = deps.clock.now()
  const attempt =
    cookieHash === undefined || state === undefined
      ? undefined
      : await transact(deps, (tx) => takeAttempt(tx, { state, cookieHash, provider, now }))
  if (!attempt || state === undefined) return failWithoutAttempt(ctx, state)
  clearBrowserSecret(ctx, 'attempt')
  if (query.error !== undefined) return fail(ctx, isDenial(query.error) ? 'denied' : 'failed', attempt)
  const callback = new URLSearchParams({
    state,
    ...(query.code && { code: query.code }),
    ...(query.iss && { iss: query.iss }),
  })
  const freshSignIn = await findFreshSignIn(ctx, attempt)
  const proved = await deps.gateways.identity.identify(provider, callback, {
    ...attempt,
    state,
    ...(freshSignIn && { freshSignIn }),
  })
  if (!proved.ok) {
    deps.log.warn({ provider, requestId: ctx.request.id, detail: proved.detail }, 'sign-in by a provider failed')
    return fail(ctx, proved.failure === 'refused' ? 'failed' : proved.failure, attempt)
  }
  const outcome = await transact(deps, (tx) => complete({ ...ctx, tx }, attempt, proved.identity))
  return outcome.ok ? outcome.page : fail(ctx, outcome.problem, attempt)
}

type Outcome = { readonly ok: true; readonly page: string } | { readonly ok: false; readonly problem: SocialProblem }
const problem = (problem: SocialProblem): Outcome => ({ ok: false, problem })

function complete(ctx: TxContext, attempt: StoredAttempt, identity: ProvedIdentity): Promise<Outcome> {
  const { linkSessionId, stepUpSessionId } = attempt
  if (linkSessionId !== null) return link(ctx, { ...attempt, linkSessionId }, identity)
  if (stepUpSessionId !== null) return confirm(ctx, { ...attempt, stepUpSessionId }, identity)
  return signIn(ctx, attempt, identity)
}

/** Returns what the provider has to prove of a user who confirms that it is them; undefined for every other attempt. */
async function findFreshSignIn(
  { actor, deps }: CallbackContext,
  { provider, stepUpSessionId, startedAt }: StoredAttempt,
): Promise<FreshSignIn | undefined> {
  if (stepUpSessionId === null) return undefined
  const subject = (actor && (await findSubject(deps.db, actor.id, provider))) ?? ''
  return { subject, elapsedMs: deps.clock.now() - startedAt }
}

/** Signs in the account of an identity, up to a second factor. One that is unknown waits in this browser until its user agrees to the terms. */
async function signIn(ctx: TxContext, attempt: StoredAttempt, identity: ProvedIdentity): Promise<Outcome> {
  const { tx, deps } = ctx
  const { provider, returnPath: to } = attempt
  const owner = await findIdentityOwner(tx, provider, identity.subject)
  if (owner?.isClosed) return problem('failed')
  if (owner) {
    const reply = await completeSignIn(ctx, betterAuthFor(tx, deps), owner.id, { authProvider: provider })
    if (!reply.ok) return problem('suspended')
    return { ok: true, page: pageUrl('secondFactor' in reply.value ? '/login/second-factor' : '/auth/done', { to }) }
  }
  // An address proves no account here: the one who has it now may not be the one who registered it.
  if (identity.email !== null && (await hasAccount(ctx, identity.email))) return problem('email-taken')
  const cookieHash = setBrowserSecret(ctx, 'identity', pendingIdentityLifetimeMs)
  await addPendingIdentity(ctx, cookieHash, { provider, ...identity, name: toName(identity.name) })
  return { ok: true, page: pageUrl('/register', { with: provider, to }) }
}

async function hasAccount({ tx }: TxContext, email: string): Promise<boolean> {
  return (await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) !== undefined
}

const maxNameLength = 80

/** Keeps of a name what the form for it accepts. */
function toName(name: string): string {
  return name.toWellFormed().replace(/\p{C}/gu, '').trim().slice(0, maxNameLength).toWellFormed()
}

/**
 * Links an identity to the user who asked for it, if that very session is still there, comes back with it, and was
 * reauthenticated recently: the way to a provider may have taken a while.
 */
async function link(
  ctx: TxContext,
  { provider, linkSessionId }: StoredAttempt & { linkSessionId: string },
  { subject }: ProvedIdentity,
): Promise<Outcome> {
  const { tx, deps, actor, request } = ctx
  if (actor === undefined || !(await isSessionOf(ctx, linkSessionId))) return problem('session-ended')
  const confirmed = await requireStepUp({ tx, actor, clock: deps.clock, deps, request }, 'any')
  if (!confirmed.ok) return problem('expired')
  const userId: UserId = actor.id
  const page = pageUrl(securityPage, { linked: provider })
  if (!(await addIdentity(ctx, userId, { provider, subject }))) {
    const owner = await findIdentityOwner(tx, provider, subject)
    if (!owner) return problem('other-linked')
    return owner.id === userId ? { ok: true, page } : problem('linked-elsewhere')
  }
  const at = deps.clock.now()
  const event = { type: 'account.identity-linked', data: { userId, provider } } satisfies AccountEvent
  await appendEvent(tx, { ...event, subject: { kind: 'user', id: userId }, actor: userId, at })
  await recordAudit(tx, { action: event.type, userId, actorId: userId, at, request, data: { provider } })
  return { ok: true, page }
}

/**
 * Confirms that it is the user of a session, if that very session is still there and comes back with an identity of theirs,
 * and Google is still a method of theirs.
 */
async function confirm(
  ctx: TxContext,
  { provider, stepUpSessionId, returnPath }: StoredAttempt & { stepUpSessionId: string },
  { subject }: ProvedIdentity,
): Promise<Outcome> {
  const { tx, deps, actor, request } = ctx
  const { cookieToken } = request
  if (actor === undefined || cookieToken === undefined || !(await isSessionOf(ctx, stepUpSessionId))) {
    return problem('session-ended')
  }
  if ((await findSubject(tx, actor.id, provider)) !== subject) return problem('other-identity')
  const { facts } = await readStepUpFacts(tx, actor, deps)
  const method = allowedStepUpMethods(facts).find((one) => one === provider)
  if (method === undefined) return problem('failed')
  await addStepUp({ ...ctx, actor }, { cookieToken, method })
  return { ok: true, page: returnPath ?? pageUrl(securityPage, { confirmed: provider }) }
}

/** Returns whether the browser comes back with this session. The cache may lag behind by a second, so the row decides. */
async function isSessionOf({ tx, actor, request }: TxContext, sessionId: string): Promise<boolean> {
  if (actor?.sessionId !== sessionId || request.cookieToken === undefined) return false
  const row = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('token_hash', '=', hashCookieToken(request.cookieToken))
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** TikTok and Instagram say it as the standard does (RFC 6749, 4.1.2.1). */
function isDenial(error: string): boolean {
  return error === 'access_denied'
}

/** Returns the page that says what went wrong, with the place that was asked for. Counts what may be an attack. */
function fail(ctx: CallbackContext, problem: SocialProblem, attempt: StoredAttempt): string {
  const { linkSessionId, stepUpSessionId, returnPath } = attempt
  if (problem !== 'denied' && problem !== 'unavailable')
    countFailure(ctx, problem, stepUpSessionId === null ? signInFailed : reauthenticationFailed)
  const isSignIn = linkSessionId === null && stepUpSessionId === null
  return isSignIn || problem === 'session-ended'
    ? problemPage(problem, returnPath, ctx.actor)
    : pageUrl(securityPage, { problem })
}

/**
 * Returns the page for a callback that belongs to no attempt of this browser: one that has expired, was used, or began
 * elsewhere. The place that was asked for is in its row or, when that is gone, in a cookie.
 */
async function failWithoutAttempt(ctx: CallbackContext, state: string | undefined): Promise<string> {
  countFailure(ctx, 'expired', signInFailed)
  const stored = state === undefined ? null : await findReturnPath(ctx.deps.db, state)
  return problemPage('expired', stored ?? readReturnPath(ctx.deps, ctx.request), ctx.actor)
}

function countFailure({ deps, actor, request }: CallbackContext, problem: SocialProblem, action: string): void {
  deps.failureLog.record({ action, reason: `provider-${problem}`, userId: actor?.id ?? null, request })
}
