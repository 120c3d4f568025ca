import { type PinUpdate } from '@veranda/contract/commissions/pins/events.ts'
import { type PinEvent } from '@veranda/core/commissions/pins/events.ts'
import { sql } from 'kysely'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { appendToStream } from '../../../platform/events/streams.ts'

const eventTypes = [
  'pin.added',
  'pin.replied',
  'pin.state-changed',
  'pin.placed',
  'pin.change-request-set',
  'pin.removed',
  'pin.restored',
  'pins.carried',
] as const satisfies PinEvent['type'][]

/** Publishes a pin update to everyone who sees the milestone's pins. */
export const publishPinUpdates = eventHandler<PinEvent>('publish-pin-updates', eventTypes, async ({ tx, event }) => {
  const { projectId, milestoneId } = event.data
  const pinId = 'pinId' in event.data ? event.data.pinId : null
  const { rows } = await sql<{ id: string }>`
    select client_id as id from milestones where id = ${milestoneId}
    union select creator_id from milestones where id = ${milestoneId}
    union select user_id from project_members where project_id = ${projectId} and role = 'guest' and left_at is null
    order by id`.execute(tx)
  const payload: PinUpdate = { projectId, milestoneId, pinId }
  for (const { id } of rows) await appendToStream(tx, { kind: 'user', id }, 'pin_update', payload)
})
