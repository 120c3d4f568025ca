import { onDue } from '../../due/due.ts'
import { publishReviews } from './publish-reviews.ts'
import { closeWindow, findWindow } from './rows.ts'

/** The timer that ends the time to write reviews. */
export const windowKind = 'reviews.window'

export function windowKey(commissionId: string): string {
  return `${windowKind}:${commissionId}`
}

/** The time is over: what was written becomes visible, and nothing more can be. */
export const closeReviews = onDue(windowKind, async ({ tx, due, deps }) => {
  const window = await findWindow(tx, due.subject.id, true)
  if (!window || window.closed) return
  const now = deps.clock.now()
  await publishReviews(tx, window, now)
  await closeWindow(tx, window.commissionId, now)
})
