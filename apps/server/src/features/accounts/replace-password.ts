import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import { type Tx } from '../../platform/db/database.ts'
import { type Deps } from '../../platform/deps.ts'
import { appendEvent } from '../../platform/events/append-event.ts'
import { type RequestInfo } from '../../platform/http/route.ts'
import { endSessions } from './end-sessions.ts'
import { endOneTimeLinks } from './one-time-link.repository.ts'

export type PasswordChange = {
  readonly userId: UserId
  /** The user who is signed in; null for a reset by a link. */
  readonly actorId: UserId | null
  /** The hash that was verified; without it, whichever there is. */
  readonly from?: string
  readonly to: string
  /** The session that stays open. */
  readonly keepSessionId?: string
}

/**
 * Replaces the hash of a password, ends the user's sessions and everything else by which one could begin without the
 * new password. Returns false when there is no such hash any more.
 */
export async function replacePassword(
  { tx, deps, request }: { tx: Tx; deps: Deps; request: RequestInfo },
  { userId, actorId, from, to, keepSessionId }: PasswordChange,
): Promise<boolean> {
  const now = deps.clock.now()
  // A sign-in locks the hash that it has verified, so its session is there before this or it does not begin.
  const replaced = await tx
    .updateTable('credentials')
    .set({ password: to })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .where('password', from === undefined ? 'is not' : '=', from ?? null)
    .executeTakeFirst()
  if (replaced.numUpdatedRows === 0n) return false
  // A headset that the user approved and that has not fetched its session yet.
  await tx
    .updateTable('pairings')
    .set({ ended_at: new Date(now) })
    .where('approved_by', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  await endOneTimeLinks(tx, 'password-reset', userId)
  const sessions = await tx.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()
  const sessionIds = sessions.map(({ id }) => id).filter((id) => id !== keepSessionId)
  const endedSessions = await endSessions(tx, 'account.session-ended', { userId, sessionIds, at: now, request })
  const event = { type: 'account.password-changed', data: { userId, endedSessions } } satisfies AccountEvent
  await appendEvent(tx, { ...event, subject: { kind: 'user', id: userId }, actor: actorId, at: now })
  const data = { by: actorId === null ? 'reset-link' : 'password' }
  await recordAudit(tx, { action: event.type, userId, actorId, at: now, request, data })
  return true
}
