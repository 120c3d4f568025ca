import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import { type Tx } from '../../platform/db/database.ts'
import { signalAfterCommit } from '../../platform/db/commit-signals.ts'
import { type RequestInfo } from '../../platform/http/route.ts'
import { appendEvent } from '../../platform/events/append-event.ts'

type SessionsToEnd = { userId: UserId; sessionIds: readonly string[]; at: Instant; request: RequestInfo }

/**
 * Ends sessions of one user: deletes their rows, and on commit every node rejects their HTTP requests and closes their
 * sockets. Returns how many ended.
 */
export async function endSessions(
  tx: Tx,
  type: 'account.signed-out' | 'account.session-ended',
  toEnd: SessionsToEnd,
): Promise<number> {
  if (toEnd.sessionIds.length === 0) return 0
  const ended = await tx
    .deleteFrom('sessions')
    .where('id', 'in', toEnd.sessionIds)
    .where('user_id', '=', toEnd.userId)
    .returning('id')
    .execute()
  for (const { id } of ended) {
    const event = { type, data: { userId: toEnd.userId, sessionId: id } } satisfies AccountEvent
    await appendEvent(tx, { ...event, subject: { kind: 'user', id: toEnd.userId }, actor: toEnd.userId, at: toEnd.at })
    await recordAudit(tx, {
      action: type,
      userId: toEnd.userId,
      actorId: toEnd.userId,
      at: toEnd.at,
      request: toEnd.request,
    })
  }
  signalAfterCommit(tx, { endedSessions: ended.map(({ id }) => id) })
  return ended.length
}
