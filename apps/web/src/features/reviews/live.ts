import { notification } from '@veranda/contract/notifications/schemas.ts'
import { readReviews } from '@veranda/contract/reviews/routes.ts'
import { on, onResume } from '../../lib/live.ts'
import { refresh } from '../../lib/query.ts'

/** The other side may have written, or answered. */
export function wireReviewsLive(): void {
  for (const name of ['commission_update', 'notification'] as const) {
    on(name, notification, ({ data }) => {
      if (data.projectId !== undefined) void refresh(readReviews)
    })
  }
  onResume(() => void refresh(readReviews))
}
