import { type Instant } from '@veranda/core/time/instant.ts'
import { type Db } from '../../platform/db/database.ts'
import { findProgressOfUser } from './pending-actions.repository.ts'
import { toPendingActionDtos, type PendingActionForViewer } from './pending-actions.presenter.ts'

/** Lists the pending actions of a user and of the other parties, earliest due first, in one query. */
export async function listPendingActions(
  db: Db,
  userId: string,
  at: { readonly now: Instant; readonly paymentsOn: boolean },
): Promise<PendingActionForViewer[]> {
  const rows = await findProgressOfUser(db, userId)
  return rows
    .flatMap((row) => toPendingActionDtos(row, userId, at))
    .toSorted((a, b) => (a.deadline?.at ?? '9').localeCompare(b.deadline?.at ?? '9'))
}
