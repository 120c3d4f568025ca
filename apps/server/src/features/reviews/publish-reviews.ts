import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../db/database.ts'
import { append } from '../../log/append.ts'
import { type ReviewWindow } from './rows.ts'

/** Makes visible what is written; one event for each, from which ratings are counted. */
export async function publishReviews(tx: Tx, window: ReviewWindow, at: Instant): Promise<void> {
  const { commissionId, projectId } = window
  const published = await tx
    .updateTable('reviews')
    .set({ published_at: new Date(at) })
    .where('commission_id', '=', commissionId)
    .where('published_at', 'is', null)
    .returning(['id', 'by_id', 'about_id'])
    .execute()
  for (const row of published) {
    await append(tx, {
      type: 'review.published',
      subject: { kind: 'review', id: row.id },
      projectId,
      actor: row.by_id,
      at,
      data: { reviewId: row.id, commissionId, projectId, by: row.by_id, about: row.about_id },
    })
  }
}
