import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { endOtherSessions } from '../sessions/end-sessions.ts'
import { endOneTimeLinks } from '../one-time-links/one-time-link.repository.ts'
import { endSignInChallenges } from '../sign-in/sign-in-challenge.repository.ts'

export type PasswordChange = {
  readonly userId: UserId
  /** The user who is signed in; null for a reset by a link. */
  readonly actorId: UserId | null
  /** The hash that was verified; without it, whichever there is or none; null for a user who has no password yet. */
  readonly from?: string | null
  readonly to: string
  /** The session that stays open. */
  readonly keepSessionId?: string
}

/**
 * Replaces the hash of a password, ends the user's sessions and everything else by which one could begin without the
 * new password. Returns false when there is no such hash any more.
 */
export async function replacePassword(
  ctx: { tx: Tx; deps: Deps; request: RequestInfo },
  { userId, actorId, from, to, keepSessionId }: PasswordChange,
): Promise<boolean> {
  const { tx, deps, request } = ctx
  const now = deps.clock.now()
  const isWritten =
    (from !== null && (await replaceHash(tx, { userId, from, to }))) ||
    (typeof from !== 'string' && (await insertHash(ctx, userId, to)))
  if (!isWritten) return false
  const endedSessions = await endAccess(ctx, userId, keepSessionId)
  const event = { type: 'account.password-changed', data: { userId, endedSessions } } satisfies AccountEvent
  await appendEvent(tx, { ...event, subject: { kind: 'user', id: userId }, actor: actorId, at: now })
  const data = { by: actorId === null ? 'reset-link' : from === null ? 'step-up' : 'password' }
  await recordAudit(tx, { action: event.type, userId, actorId, at: now, request, data })
  return true
}

/** Replaces the hash of a password, if there is one. Returns whether there was. */
export async function replaceHash(
  tx: Tx,
  { userId, from, to }: { userId: UserId; from?: string | undefined; to: string },
): Promise<boolean> {
  // A sign-in locks the hash that it has verified, so its session is there before this or it does not begin.
  const replaced = await tx
    .updateTable('credentials')
    .set({ password: to })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .where('password', from === undefined ? 'is not' : '=', from ?? null)
    .executeTakeFirst()
  return replaced.numUpdatedRows > 0n
}

/** Ends the user's sessions, but not the one to keep, and everything else by which one could begin. Returns how many. */
export async function endAccess(
  { tx, deps, request }: { tx: Tx; deps: Deps; request: RequestInfo },
  userId: UserId,
  keepSessionId?: string,
): Promise<number> {
  const now = deps.clock.now()
  // A headset that the user approved and that has not fetched its session yet.
  await tx
    .updateTable('pairings')
    .set({ ended_at: new Date(now) })
    .where('approved_by', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  // A sign-in whose first factor was right already.
  await endSignInChallenges(tx, userId, now)
  await endOneTimeLinks(tx, ['password-reset'], userId)
  return endOtherSessions({ tx, deps, request }, userId, keepSessionId)
}

async function insertHash({ tx, deps }: { tx: Tx; deps: Deps }, userId: UserId, password: string) {
  const at = new Date(deps.clock.now())
  const credential = { user_id: userId, provider_id: 'credential', account_id: userId, password }
  const inserted = await tx
    .insertInto('credentials')
    .values({ id: deps.ids.next(), ...credential, created_at: at, updated_at: at })
    .onConflict((c) => c.columns(['provider_id', 'account_id']).doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}
