import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { scheduleDue } from '../../due/due.ts'
import { reaction } from '../../log/react.ts'
import { windowKey, windowKind } from './close-reviews.ts'

/** A completed commission opens the time in which both may review each other. */
export const onCommissionCompleted = reaction<CommissionEvent<'commission.completed'>>(
  'open-reviews',
  ['commission.completed'],
  async ({ tx, event }) => {
    const { commissionId, clientId, creatorId, reviewsCloseAt } = event.data
    await tx
      .insertInto('review_windows')
      .values({
        commission_id: commissionId,
        client_id: clientId,
        creator_id: creatorId,
        opened_at: new Date(event.at),
        closes_at: new Date(reviewsCloseAt),
      })
      .onConflict((c) => c.doNothing())
      .execute()
    await scheduleDue(tx, {
      kind: windowKind,
      subject: { kind: 'commission', id: commissionId },
      at: reviewsCloseAt,
      key: windowKey(commissionId),
    })
  },
)
