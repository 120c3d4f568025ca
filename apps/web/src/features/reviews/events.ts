import { notification } from '@veranda/contract/notifications/schemas.ts'
import { readReviews } from '@veranda/contract/reviews/routes.ts'
import { on, onResume } from '../../lib/realtime.ts'
import { invalidateReads } from '../../lib/api/query.ts'

/** Refreshes reviews when the other party may have written or answered one. */
export function registerReviewEvents(): void {
  for (const name of ['commission_update', 'notification'] as const) {
    on(name, notification, ({ data }) => {
      if (data.projectId !== undefined) void invalidateReads(readReviews)
    })
  }
  onResume(() => void invalidateReads(readReviews))
}
