import { type StepUp, type ReauthenticateBody } from '@veranda/contract/accounts/step-up/schemas.ts'
import {
  stepUpLifetimeMs,
  type StepUpMethod,
  type StepUpPurpose,
  allowedStepUpMethods,
} from '@veranda/core/accounts/step-up/step-up.ts'
import { ok, refuse, type Refused, type Result } from '@veranda/core/result.ts'
import { after, type Instant, toIso } from '@veranda/core/time/instant.ts'
import { hashCookieToken } from '../../../platform/access/authentication.ts'
import { type Actor } from '../../../platform/access/actor.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { hasVerifyingPasskey } from '../passkeys/passkey.repository.ts'
import { verifyAssertion } from '../passkeys/verify-assertion.ts'
import { loadWebAuthn } from '../passkeys/webauthn.ts'
import { verifyPassword } from '../passwords/password.ts'
import { findSubject } from '../social/identity.repository.ts'
import { countRecoveryCodes } from '../second-factor/recovery-code.repository.ts'
import { readTotpSince } from '../second-factor/totp.repository.ts'
import { consumeCode } from '../second-factor/consume-code.ts'
import { reauthenticationFailed } from '../sign-in/sign-in-failures.ts'
import { consumeMailCode } from './mail-code.ts'
import { stepUpFor } from './require-step-up.ts'

const wrongPassword = refuse('step-up.wrong-password', 'invalid', { field: 'password' })

type StepUpContext = CommandContext & { request: RequestInfo }

/**
 * Returns until when this session is reauthenticated for a step of this purpose, and which methods its user can use for
 * it.
 */
export async function readStepUp(ctx: StepUpContext, purpose: StepUpPurpose): Promise<StepUp> {
  const until = await stepUpFor(ctx, purpose)
  const { facts } = await readStepUpFacts(ctx.tx, ctx.actor, ctx.deps)
  return { until: until === undefined ? null : toIso(until), methods: [...allowedStepUpMethods(facts, purpose)] }
}

/**
 * Reauthenticates the user of this session. A password is verified before the transaction. What is wrong is refused, and
 * the attempt is counted in the audit log.
 */
export async function reauthenticate(
  ctx: Omit<StepUpContext, 'tx'>,
  body: ReauthenticateBody,
): Promise<Result<StepUp>> {
  const { actor, deps, request } = ctx
  const { cookieToken } = request
  const { facts, password } = await readStepUpFacts(deps.db, actor, deps)
  const methods = allowedStepUpMethods(facts)
  if (!methods.includes(body.method) || cookieToken === undefined) {
    return refuse('step-up.method-not-allowed', 'not-allowed')
  }
  if (body.method === 'password') {
    const verified = await verifyOwnPassword(password, body.password)
    if (!verified.ok) return verified
    if (!verified.value) return recordFailure(ctx, body, wrongPassword)
  }
  if (body.method === 'passkey') await loadWebAuthn()
  const outcome = await transact(deps, async (tx) => {
    const proved = await prove({ ...ctx, tx }, body, { password, cookieToken })
    // A wrong code of a mail is counted, so that its transaction commits.
    if (!proved.ok) return ok({ refused: proved })
    const expiresAt = await addStepUp({ ...ctx, tx }, { cookieToken, method: body.method })
    return ok({ until: toIso(expiresAt), methods: [...methods] })
  })
  return 'refused' in outcome.value ? recordFailure(ctx, body, outcome.value.refused) : ok(outcome.value)
}

type Known = { readonly password: string | undefined; readonly cookieToken: string }

async function prove(ctx: StepUpContext, body: ReauthenticateBody, known: Known): Promise<Result<unknown>> {
  const { tx, actor, deps } = ctx
  switch (body.method) {
    case 'demo':
      return ok(true)
    case 'password': {
      // It may have been changed while it was verified.
      const isCurrent = (await readStepUpFacts(tx, actor, deps)).password === known.password
      return isCurrent ? ok(true) : wrongPassword
    }
    case 'totp':
    case 'recovery-code':
      return consumeCode(ctx, actor.id, body)
    case 'mail-code':
      return consumeMailCode(ctx, body.code)
    case 'passkey': {
      const { cookieToken: boundTo } = known
      const given = { purpose: 'step-up', boundTo, userId: actor.id, assertion: body.assertion } as const
      const verified = await verifyAssertion(ctx, given)
      if (!verified.ok) return verified
      return verified.value.userVerified ? ok(true) : refuse('passkey.not-verified', 'not-allowed')
    }
  }
}

function recordFailure(
  { actor, deps, request }: Omit<StepUpContext, 'tx'>,
  { method }: ReauthenticateBody,
  refused: Refused,
): Refused {
  deps.failureLog.record({ action: reauthenticationFailed, reason: `wrong-${method}`, userId: actor.id, request })
  return refused
}

async function verifyOwnPassword(hashed: string | undefined, password: string): Promise<Result<boolean>> {
  return hashed === undefined ? ok(false) : verifyPassword(hashed, password)
}

/** Writes the step-up of this session and its audit row. Returns when it expires. */
export async function addStepUp(
  { tx, actor, deps, request }: Pick<StepUpContext, 'tx' | 'actor' | 'deps' | 'request'>,
  { cookieToken, method }: { cookieToken: string; method: StepUpMethod },
): Promise<Instant> {
  const now = deps.clock.now()
  const auditFacts = { userId: actor.id, actorId: actor.id, at: now, request, data: { method } }
  await recordAudit(tx, { action: 'account.reauthenticated', ...auditFacts })
  return upsertStepUp(tx, { actor, cookieToken, method, now })
}

/** Upserts the step-up of this session and returns when it expires. */
export async function upsertStepUp(
  tx: Tx,
  stepUp: { actor: Pick<Actor, 'id' | 'sessionId'>; cookieToken: string; method: StepUpMethod; now: Instant },
): Promise<Instant> {
  const expiresAt = after(stepUp.now, stepUpLifetimeMs)
  const values = {
    cookie_hash: hashCookieToken(stepUp.cookieToken),
    method: stepUp.method,
    expires_at: new Date(expiresAt),
  }
  await tx
    .insertInto('step_ups')
    .values({ session_id: stepUp.actor.sessionId, user_id: stepUp.actor.id, ...values })
    .onConflict((c) => c.column('session_id').doUpdateSet(values))
    .execute()
  return expiresAt
}

/** Returns what decides about the methods of a user, and the hash of their password. */
export async function readStepUpFacts(tx: Db, actor: Actor, { env, gateways }: Deps) {
  const canProve = gateways.identity.provingProviders.includes('google')
  const row = await tx
    .selectFrom('users as u')
    .leftJoin('credentials as c', (j) => j.onRef('c.user_id', '=', 'u.id').on('c.provider_id', '=', 'credential'))
    .select(['c.password', 'u.demo_description', 'u.email'])
    .where('u.id', '=', actor.id)
    .executeTakeFirst()
  const password = row?.password ?? undefined
  const facts = {
    hasPassword: password !== undefined,
    hasTotp: (await readTotpSince(tx, actor.id)) !== null,
    recoveryCodesLeft: await countRecoveryCodes(tx, actor.id),
    hasPasskey: await hasVerifyingPasskey(tx, actor.id),
    hasEmail: (row?.email ?? null) !== null,
    hasProvingGoogle: canProve && (await findSubject(tx, actor.id, 'google')) !== undefined,
    isDemoUser: (row?.demo_description ?? null) !== null,
    demoEntry: env.demoEntry,
  }
  return { password, facts }
}
