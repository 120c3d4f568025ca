import { reviewsChanged } from '@veranda/contract/reviews/events.ts'
import { type ReviewEvent } from '@veranda/core/reviews/events.ts'
import { eventHandler } from '../../platform/events/event-handler.ts'
import { publishChange } from '../../platform/realtime/publish-change.ts'

/**
 * Publishes written, published and answered reviews to both parties of the commission. The other party may not know
 * yet what was written: the event carries ids only.
 */
export const publishReviewsChange = eventHandler<
  ReviewEvent<'review.written' | 'review.published' | 'review.answered'>
>(
  'reviews-publish-change',
  ['review.written', 'review.published', 'review.answered'],
  async ({ tx, event: { data, position } }) => {
    const { commissionId, projectId, by, about } = data
    await publishChange(tx, [by, about], reviewsChanged, { id: commissionId, version: position, projectId })
  },
)

/** Publishes the end of a review period to both parties, who may have written nothing. */
export const publishReviewPeriodEnd = eventHandler<ReviewEvent<'review.period-ended'>>(
  'reviews-publish-period-end',
  ['review.period-ended'],
  async ({ tx, event: { data, position } }) => {
    const { commissionId, projectId, clientId, creatorId } = data
    await publishChange(tx, [clientId, creatorId], reviewsChanged, { id: commissionId, version: position, projectId })
  },
)
