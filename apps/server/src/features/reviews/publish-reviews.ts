import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../platform/db/database.ts'
import { appendEvent } from '../../platform/events/append-event.ts'
import { type ReviewPeriod } from './review.repository.ts'

/** Publishes the hidden reviews of a commission, with one event for each, from which ratings are computed. */
export async function publishReviews(tx: Tx, period: ReviewPeriod, at: Instant): Promise<void> {
  const { commissionId, projectId } = period
  const published = await tx
    .updateTable('reviews')
    .set({ published_at: new Date(at) })
    .where('commission_id', '=', commissionId)
    .where('published_at', 'is', null)
    .returning(['id', 'by_id', 'about_id'])
    .execute()
  for (const row of published) {
    await appendEvent(tx, {
      type: 'review.published',
      subject: { kind: 'review', id: row.id },
      projectId,
      actor: row.by_id,
      at,
      data: { reviewId: row.id, commissionId, projectId, by: row.by_id, about: row.about_id },
    })
  }
}
