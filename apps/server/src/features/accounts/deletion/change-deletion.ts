import { type AccountDeletion } from '@veranda/contract/accounts/deletion/schemas.ts'
import {
  checkDeletable,
  deletionActionsFor,
  erasureTime,
  mergeObstacles,
} from '@veranda/core/accounts/deletion/deletion.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { type AccountObstacleQuery } from '../../../platform/access/account-erasure.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type Db } from '../../../platform/db/database.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { cancelTimer, scheduleTimer } from '../../../platform/timers/timers.ts'
import { endOtherDevices } from '../sessions/end-sessions.ts'
import { requireStepUp } from '../step-up/require-step-up.ts'
import { findOpenUser, lockOpenUser } from '../user.repository.ts'
import { type DeletionMailJob, deletionMailQueue } from './deletion-mailer.ts'

type DeletionContext = CommandContext & { readonly request: RequestInfo }

/** Timer that erases an account. */
export const erasureTimer = 'accounts.erase'

/** Returns the key of the timer that erases an account. */
export function erasureTimerKey(userId: string): string {
  return `${erasureTimer}:${userId}`
}

/** Lists what keeps an account from being deleted, by all features. */
export async function findObstacles(
  ctx: { db: Db; now: Instant },
  queries: readonly AccountObstacleQuery[],
  userId: UserId,
) {
  const found = []
  for (const query of queries) found.push(...(await query(ctx, userId)))
  return mergeObstacles(found)
}

/** Reads when the caller's account is deleted, and what keeps it from being so. */
export async function readDeletion(
  { tx, actor, deps }: CommandContext,
  queries: readonly AccountObstacleQuery[],
): Promise<Result<AccountDeletion>> {
  const user = await findOpenUser(tx, actor.id)
  if (!user) return refuse('account.not-found', 'not-found')
  const obstacles = await findObstacles({ db: tx, now: deps.clock.now() }, queries, actor.id)
  return ok(toDeletionDto(user.deletion_at, obstacles))
}

/**
 * Schedules the deletion of the caller's account and signs out all other devices. From then on clients no longer find
 * its page, and no one asks for or books anything new. Repeating it keeps the date. Refuses step-up.required,
 * account.last-admin (conflict) and, while something is under way, account.deletion-blocked (conflict).
 */
export async function scheduleDeletion(
  ctx: DeletionContext,
  queries: readonly AccountObstacleQuery[],
): Promise<Result<AccountDeletion>> {
  const { tx, actor, deps } = ctx
  const confirmed = await requireStepUp(ctx, 'any')
  if (!confirmed.ok) return confirmed
  const user = await lockOpenUser(tx, actor.id)
  if (!user) return refuse('account.not-found', 'not-found')
  const now = deps.clock.now()
  const obstacles = await findObstacles({ db: tx, now }, queries, actor.id)
  if (user.deletion_at !== null) return ok(toDeletionDto(user.deletion_at, obstacles))
  const deletable = checkDeletable(obstacles)
  if (!deletable.ok) return deletable
  const at = erasureTime(now)
  await tx
    .updateTable('users')
    .set({ deletion_at: new Date(at) })
    .where('id', '=', actor.id)
    .execute()
  const subject = { kind: 'user', id: actor.id }
  await scheduleTimer(tx, { kind: erasureTimer, key: erasureTimerKey(actor.id), subject, at })
  await endOtherDevices(ctx)
  await recordChange(ctx, 'account.deletion-scheduled', now)
  const job: DeletionMailJob = { userId: actor.id, about: 'scheduled' }
  await deps.jobs.enqueue(tx, deletionMailQueue, job)
  return ok(toDeletionDto(at, obstacles))
}

/** Cancels the deletion of the caller's account; does nothing when none is scheduled. */
export async function cancelDeletion(
  ctx: DeletionContext,
  queries: readonly AccountObstacleQuery[],
): Promise<Result<AccountDeletion>> {
  const { tx, actor, deps } = ctx
  const user = await lockOpenUser(tx, actor.id)
  if (!user) return refuse('account.not-found', 'not-found')
  const now = deps.clock.now()
  if (user.deletion_at !== null) {
    await tx.updateTable('users').set({ deletion_at: null }).where('id', '=', actor.id).execute()
    await cancelTimer(tx, erasureTimerKey(actor.id))
    await recordChange(ctx, 'account.deletion-cancelled', now)
  }
  return ok(toDeletionDto(null, await findObstacles({ db: tx, now }, queries, actor.id)))
}

/** Keeps the only admin: without one, nobody decides disputes and pays out. */
export const onlyAdmin: AccountObstacleQuery = async ({ db }, userId) => {
  const admins = await db
    .selectFrom('users')
    .select(['id', 'deletion_at'])
    .where('is_admin', '=', true)
    .where('closed_at', 'is', null)
    .where('suspended_at', 'is', null)
    .execute()
  const isAdmin = admins.some(({ id }) => id === userId)
  const others = admins.filter(({ id, deletion_at: deletionAt }) => id !== userId && deletionAt === null)
  return [{ kind: 'last-admin', count: isAdmin && others.length === 0 ? 1 : 0, amounts: [] }]
}

async function recordChange(
  { tx, actor, request }: DeletionContext,
  type: 'account.deletion-scheduled' | 'account.deletion-cancelled',
  at: Instant,
): Promise<void> {
  const event = { type, data: { userId: actor.id } } satisfies AccountEvent
  await appendEvent(tx, { ...event, subject: { kind: 'user', id: actor.id }, actor: actor.id, at })
  await recordAudit(tx, { action: type, userId: actor.id, actorId: actor.id, at, request })
}

function toDeletionDto(at: Instant | null, obstacles: Awaited<ReturnType<typeof findObstacles>>): AccountDeletion {
  return {
    at: at === null ? null : toIso(at),
    obstacles: obstacles.map(({ kind, count, amounts }) => ({
      kind,
      count,
      amounts: amounts.map(({ amount, currency }) => ({ amount, currency })),
    })),
    actions: deletionActionsFor(at, obstacles),
  }
}
