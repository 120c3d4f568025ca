import { type StepUp, type ReauthenticateBody } from '@veranda/contract/accounts/step-up/schemas.ts'
import { stepUpLifetimeMs, type StepUpMethod, allowedStepUpMethods } from '@veranda/core/accounts/step-up.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after, type Instant, toIso } from '@veranda/core/time/instant.ts'
import { hashCookieToken } from '../../../platform/access/authentication.ts'
import { type Actor } from '../../../platform/access/actor.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { steppedUpUntil } from '../../../platform/access/step-up.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { verifyPassword } from '../password.ts'
import { reauthenticationFailed } from '../sign-in-failures.ts'

type StepUpContext = CommandContext & { request: RequestInfo }

/** Returns until when this session is reauthenticated, and which methods its user can use. */
export async function readStepUp({ tx, actor, deps, request }: StepUpContext): Promise<StepUp> {
  const caller = { actor, cookieToken: request.cookieToken }
  const until = await steppedUpUntil(tx, caller, deps.clock.now())
  const { methods } = await readStepUpMethods(tx, actor, deps)
  return { until: until === undefined ? null : toIso(until), methods: [...methods] }
}

/**
 * Reauthenticates the user of this session. The password is verified before the transaction. A wrong one is refused, and
 * the attempt is counted in the audit log.
 */
export async function reauthenticate(
  ctx: Omit<StepUpContext, 'tx'>,
  body: ReauthenticateBody,
): Promise<Result<StepUp>> {
  const { actor, deps, request } = ctx
  const { cookieToken } = request
  const { methods, password } = await readStepUpMethods(deps.db, actor, deps)
  if (!methods.includes(body.method) || cookieToken === undefined) {
    return refuse('step-up.method-not-allowed', 'not-allowed')
  }
  const verified = body.method !== 'password' ? ok(true) : await verifyOwnPassword(password, body.password)
  if (!verified.ok) return verified
  const now = deps.clock.now()
  const auditFacts = { userId: actor.id, actorId: actor.id, at: now, request, data: { method: body.method } }
  if (!verified.value) {
    deps.failureLog.record({ action: reauthenticationFailed, reason: 'wrong-password', userId: actor.id, request })
    return refuse('step-up.wrong-password', 'invalid', { field: 'password' })
  }
  return transact(deps, async (tx) => {
    if (body.method === 'password' && (await readStepUpMethods(tx, actor, deps)).password !== password) {
      return refuse('step-up.wrong-password', 'invalid', { field: 'password' })
    }
    const expiresAt = await upsertStepUp(tx, { actor, cookieToken, method: body.method, now })
    await recordAudit(tx, { action: 'account.reauthenticated', ...auditFacts })
    return ok({ until: toIso(expiresAt), methods: [...methods] })
  })
}

async function verifyOwnPassword(hashed: string | undefined, password: string): Promise<Result<boolean>> {
  return hashed === undefined ? ok(false) : verifyPassword(hashed, password)
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

async function readStepUpMethods(tx: Db, actor: Actor, { env }: Deps) {
  const row = await tx
    .selectFrom('users as u')
    .leftJoin('credentials as c', (j) => j.onRef('c.user_id', '=', 'u.id').on('c.provider_id', '=', 'credential'))
    .select(['c.password', 'u.demo_description'])
    .where('u.id', '=', actor.id)
    .executeTakeFirst()
  const password = row?.password ?? undefined
  const isDemoUser = (row?.demo_description ?? null) !== null
  return {
    password,
    methods: allowedStepUpMethods({ hasPassword: password !== undefined, isDemoUser, demoEntry: env.demoEntry }),
  }
}
