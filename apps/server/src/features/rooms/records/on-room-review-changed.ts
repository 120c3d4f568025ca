import { roomReviewChanged } from '@veranda/contract/rooms/events.ts'
import { sql } from 'kysely'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { appendToStream } from '../../../platform/events/streams.ts'

const changeKinds = {
  'pin.added': 'pin',
  'pin.replied': 'pin',
  'pin.state-changed': 'pin',
  'pin.placed': 'pin',
  'pin.change-request-set': 'pin',
  'pin.removed': 'pin',
  'pin.restored': 'pin',
  'pins.carried': 'pin',
  'deliverable.added': 'version',
  'milestone.submitted': 'version',
  'milestone.submission-withdrawn': 'version',
  'milestone.changes-requested': 'changes-requested',
  'milestone.released': 'approved',
} as const
type ReviewEventType = keyof typeof changeKinds
type ReviewEvent = {
  [T in ReviewEventType]: { readonly type: T; readonly data: { readonly milestoneId: string } }
}[ReviewEventType]

/** Publishes a review change to every room that can show the milestone's versions. */
export const onRoomReviewChanged = eventHandler<ReviewEvent>(
  'room-review-changed',
  // The keys are those of the table above.
  Object.keys(changeKinds) as ReviewEventType[],
  async ({ tx, event }) => {
    const { milestoneId } = event.data
    const { rows } = await sql<{ id: string }>`
      select r.id from milestones m
      join rooms r on r.project_id = m.project_id or exists (
        select from bookings b where b.id = r.booking_id and b.client_id = m.client_id and b.creator_id = m.creator_id)
      where m.id = ${milestoneId}`.execute(tx)
    for (const { id } of rows) {
      await appendToStream(tx, { kind: 'room', id }, roomReviewChanged, {
        change: changeKinds[event.type],
        milestoneId,
      })
    }
  },
)
