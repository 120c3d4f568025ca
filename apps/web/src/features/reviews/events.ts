import { reviewsChanged } from '@veranda/contract/reviews/events.ts'
import { readReviews } from '@veranda/contract/reviews/routes.ts'
import { on, onResync } from '../../lib/realtime/realtime.ts'
import { invalidateOnEvent } from '../../lib/api/stale-reads.ts'

/** Refetches the reviews of a commission when one was written, published or answered. */
export function registerReviewEvents(): void {
  on(reviewsChanged, ({ id }) => invalidateOnEvent({ route: readReviews, params: { id } }))
  onResync(() => invalidateOnEvent(readReviews))
}
