import { timerHandler } from '../../platform/timers/timers.ts'
import { publishReviews } from './publish-reviews.ts'
import { closeWindow, findWindow } from './review.repository.ts'

/** Timer kind that closes a review window. */
export const windowTimerKind = 'reviews.window'

export function windowTimerKey(commissionId: string): string {
  return `${windowTimerKind}:${commissionId}`
}

/** Publishes the written reviews and closes the window. */
export const closeReviews = timerHandler(windowTimerKind, async ({ tx, timer, deps }) => {
  const window = await findWindow(tx, timer.subject.id, true)
  if (!window || window.closed) return
  const now = deps.clock.now()
  await publishReviews(tx, window, now)
  await closeWindow(tx, window.commissionId, now)
})
