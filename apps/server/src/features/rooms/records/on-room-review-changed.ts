import { roomChanged } from '@veranda/contract/rooms/events.ts'
import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { type PinEvents } from '@veranda/core/commissions/pins/events.ts'
import { sql } from 'kysely'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { publishChange } from '../../../platform/realtime/publish-change.ts'
import { everyoneWhoMayEnter } from '../access/room.repository.ts'

type ReviewEvent =
  | { readonly [T in keyof PinEvents]: { readonly type: T; readonly data: PinEvents[T] } }[keyof PinEvents]
  | CommissionEvent<
      | 'deliverable.added'
      | 'milestone.submitted'
      | 'milestone.submission-withdrawn'
      | 'milestone.changes-requested'
      | 'milestone.released'
    >

/**
 * Publishes that a version or its pins changed to everyone who may enter a room that can show it. The room of a booking
 * counts while it is to come, runs, or has someone inside, so that old ones add no events.
 */
export const onRoomReviewChanged = eventHandler<ReviewEvent>(
  'room-review-changed',
  [
    'pin.added',
    'pin.replied',
    'pin.state-changed',
    'pin.placed',
    'pin.change-request-set',
    'pin.removed',
    'pin.restored',
    'pins.carried',
    'deliverable.added',
    'milestone.submitted',
    'milestone.submission-withdrawn',
    'milestone.changes-requested',
    'milestone.released',
  ],
  async ({ tx, event: { data, position } }) => {
    const { rows } = await sql<{ id: string }>`
      select r.id from milestones m
      join rooms r on r.project_id = m.project_id or exists (
        select from bookings b where b.id = r.booking_id and b.client_id = m.client_id and b.creator_id = m.creator_id
          and (b.state in ('confirmed', 'in_session')
            or exists (select from room_visits v where v.room_id = r.id and v.left_at is null)))
      where m.id = ${data.milestoneId}
      order by r.id`.execute(tx)
    for (const { id } of rows) {
      const everyone = await sql<{ user_id: string }>`
        select user_id from ${everyoneWhoMayEnter(id)} as everyone`.execute(tx)
      const users = everyone.rows.map(({ user_id }) => user_id)
      await publishChange(tx, users, roomChanged, { id, version: position })
    }
  },
)
