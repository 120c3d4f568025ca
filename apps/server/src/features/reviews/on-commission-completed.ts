import { reviewsChanged } from '@veranda/contract/reviews/events.ts'
import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { scheduleTimer } from '../../platform/timers/timers.ts'
import { eventHandler } from '../../platform/events/event-handler.ts'
import { publishChange } from '../../platform/realtime/publish-change.ts'
import { periodTimerKey, periodTimerKind } from './close-reviews.ts'

/** Opens the review period of a completed commission. */
export const onCommissionCompleted = eventHandler<CommissionEvent<'commission.completed'>>(
  'open-reviews',
  ['commission.completed'],
  async ({ tx, event }) => {
    const { commissionId, projectId, clientId, creatorId, reviewsCloseAt } = event.data
    await tx
      .insertInto('review_periods')
      .values({
        commission_id: commissionId,
        client_id: clientId,
        creator_id: creatorId,
        opened_at: new Date(event.at),
        closes_at: new Date(reviewsCloseAt),
      })
      .onConflict((c) => c.doNothing())
      .execute()
    await scheduleTimer(tx, {
      kind: periodTimerKind,
      subject: { kind: 'commission', id: commissionId },
      at: reviewsCloseAt,
      key: periodTimerKey(commissionId),
    })
    const change = { id: commissionId, version: event.position, projectId }
    await publishChange(tx, [clientId, creatorId], reviewsChanged, change)
  },
)
