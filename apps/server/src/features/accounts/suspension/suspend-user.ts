import { type SuspendUserBody } from '@veranda/contract/admin/suspension/schemas.ts'
import { type AdminReasonBody } from '@veranda/contract/admin/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { liftSuspension as liftCore, suspendUser as suspendCore } from '@veranda/core/admin/suspension.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, instant, toIso } from '@veranda/core/time/instant.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { signalAfterCommit } from '../../../platform/db/commit-signals.ts'
import { type Deps } from '../../../platform/deps.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { cancelTimer, scheduleTimer, timerHandler } from '../../../platform/timers/timers.ts'
import { type SuspensionMailJob, suspensionMailQueue } from './suspension-mailer.ts'
import { lockSuspendable, suspensionTimerKey } from './suspension.repository.ts'

type AdminContext = CommandContext & { readonly request: RequestInfo }

const suspensionTimer = 'accounts.end-suspension'

/**
 * Suspends a user with a reason that they read, and ends all of their sessions. Of two admins who suspend each other at
 * once, one wins. Refuses account.not-found and what the core refuses.
 */
export async function suspendUser(
  ctx: AdminContext,
  id: string,
  { reason, until: untilDay }: SuspendUserBody,
): Promise<Result<Done>> {
  const { tx, actor, clock, deps, request } = ctx
  const users = await lockSuspendable(tx, [id, actor.id])
  const user = users.get(id)
  if (!user) return refuse('account.not-found', 'not-found')
  if (users.get(actor.id)?.isSuspended !== false) return refuse('request.not-signed-in', 'not-signed-in')
  const now = clock.now()
  const until = untilDay === null ? null : instant(Date.parse(untilDay))
  const suspended = suspendCore(user, actor, { until, now })
  if (!suspended.ok) return suspended
  const ended = await tx.deleteFrom('sessions').where('user_id', '=', id).returning(['id', 'token_hash']).execute()
  signalAfterCommit(tx, { endedSessions: ended.map((session) => session.id) })
  await tx
    .updateTable('users')
    .set({
      suspended_at: new Date(now),
      suspended_until: until === null ? null : new Date(until),
      suspension_reason: reason,
      suspended_token_hashes: ended.map((session) => session.token_hash),
    })
    .where('id', '=', id)
    .execute()
  const subject = { kind: 'user', id }
  const timer = { kind: suspensionTimer, key: suspensionTimerKey(id), subject }
  if (until !== null) await scheduleTimer(tx, { ...timer, at: until })
  const after = { suspended: true, until: until === null ? null : toIso(until) }
  const data = { reason, before: { suspended: false }, after, endedSessions: ended.length }
  await recordAudit(tx, { action: 'account.suspended', userId: id, actorId: actor.id, at: now, request, data })
  await announce({ tx, deps }, 'suspended', { userId: user.id, actor: actor.id, at: now })
  return ok({ done: true })
}

/** Lifts a suspension, so that the user can sign in again. Refuses account.not-found and what the core refuses. */
export async function liftSuspension(
  { tx, actor, clock, deps, request }: AdminContext,
  id: string,
  { reason }: AdminReasonBody,
): Promise<Result<Done>> {
  const user = (await lockSuspendable(tx, [id])).get(id)
  if (!user) return refuse('account.not-found', 'not-found')
  const lifted = liftCore(user, actor)
  if (!lifted.ok) return lifted
  const now = clock.now()
  await clearSuspension(tx, id)
  await cancelTimer(tx, suspensionTimerKey(id))
  const until = user.suspendedUntil === null ? null : toIso(user.suspendedUntil)
  const before = { suspended: true, until, reason: user.reason }
  const data = { reason, before, after: { suspended: false } }
  await recordAudit(tx, { action: 'account.suspension-lifted', userId: id, actorId: actor.id, at: now, request, data })
  await announce({ tx, deps }, 'suspension-lifted', { userId: user.id, actor: actor.id, at: now })
  return ok({ done: true })
}

/** Ends a suspension at its time. */
export const endSuspension = timerHandler(suspensionTimer, async ({ tx, timer, deps }) => {
  const userId = asId<UserId>(timer.subject.id)
  const user = (await lockSuspendable(tx, [userId])).get(userId)
  const now = deps.clock.now()
  if (!user?.isSuspended || user.suspendedUntil === null || user.suspendedUntil > now) return
  await clearSuspension(tx, userId)
  const before = { suspended: true, until: toIso(user.suspendedUntil), reason: user.reason }
  const data = { before, after: { suspended: false } }
  await recordAudit(tx, { action: 'account.suspension-lifted', userId, actorId: null, at: now, data })
  await announce({ tx, deps }, 'suspension-lifted', { userId, actor: null, at: now })
})

async function clearSuspension(tx: Tx, userId: string): Promise<void> {
  const none = { suspended_at: null, suspended_until: null, suspension_reason: null, suspended_token_hashes: [] }
  await tx.updateTable('users').set(none).where('id', '=', userId).execute()
}

/** Appends the event, by which the user is hidden or shown again, and has it mailed to them. */
async function announce(
  { tx, deps }: { readonly tx: Tx; readonly deps: Deps },
  about: SuspensionMailJob['about'],
  { userId, actor, at }: { readonly userId: UserId; readonly actor: string | null; readonly at: Instant },
): Promise<void> {
  const event = { type: `account.${about}`, data: { userId } } satisfies AccountEvent
  await appendEvent(tx, { ...event, subject: { kind: 'user', id: userId }, actor, at })
  const job: SuspensionMailJob = { userId, about }
  await deps.jobs.enqueue(tx, suspensionMailQueue, job)
}
