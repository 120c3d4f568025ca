import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { cancelTimer } from '../../../platform/timers/timers.ts'
import { deletionMailQueue, type DeletionMailJob } from './deletion-mailer.ts'
import { erasureTimerKey } from './change-deletion.ts'

/**
 * Cancels the deletion of an account for an owner who got it back by a link, without a session, and tells them by mail:
 * the request may not have been theirs.
 */
export async function cancelDeletionByUndo(
  { tx, deps, request }: { tx: Tx; deps: Deps; request: RequestInfo },
  userId: UserId,
): Promise<void> {
  const at = deps.clock.now()
  await tx.updateTable('users').set({ deletion_at: null }).where('id', '=', userId).execute()
  await cancelTimer(tx, erasureTimerKey(userId))
  const event = { type: 'account.deletion-cancelled', data: { userId } } satisfies AccountEvent
  await appendEvent(tx, { ...event, subject: { kind: 'user', id: userId }, actor: userId, at })
  await recordAudit(tx, { action: event.type, userId, actorId: null, at, request })
  const job: DeletionMailJob = { userId, about: 'kept' }
  await deps.jobs.enqueue(tx, deletionMailQueue, job)
}
