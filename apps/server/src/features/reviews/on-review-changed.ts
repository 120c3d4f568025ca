import { reviewsChanged } from '@veranda/contract/reviews/events.ts'
import { type ReviewEvent } from '@veranda/core/reviews/events.ts'
import { eventHandler } from '../../platform/events/event-handler.ts'
import { publishChange } from '../../platform/realtime/publish-change.ts'

/**
 * Publishes written, published and answered reviews to both parties of the commission. The other party may not know
 * yet what was written: the event carries ids only.
 */
export const publishReviewsChange = eventHandler<ReviewEvent>(
  'reviews-publish-change',
  ['review.written', 'review.published', 'review.answered'],
  async ({ tx, event: { data, position } }) => {
    const { commissionId, projectId, by, about } = data
    await publishChange(tx, [by, about], reviewsChanged, { id: commissionId, version: position, projectId })
  },
)
