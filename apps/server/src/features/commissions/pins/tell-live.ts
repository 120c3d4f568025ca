import { type PinUpdate } from '@veranda/contract/pins/live.ts'
import { type PinEvent } from '@veranda/core/commissions/pins/events.ts'
import { sql } from 'kysely'
import { reaction } from '../../../log/react.ts'
import { appendToStream } from '../../../log/stream.ts'

const types = [
  'pin.added',
  'pin.answered',
  'pin.moved',
  'pin.placed',
  'pin.asked',
  'pin.removed',
  'pin.restored',
  'pins.carried',
] as const satisfies PinEvent['type'][]

/** Everybody who sees the pins of a milestone hears that they are different. */
export const tellPinsLive = reaction<PinEvent>('pins-live', types, async ({ tx, event }) => {
  const { projectId, milestoneId } = event.data
  const pinId = 'pinId' in event.data ? event.data.pinId : null
  const { rows } = await sql<{ id: string }>`
    select client_id as id from milestones where id = ${milestoneId}
    union select creator_id from milestones where id = ${milestoneId}
    union select person_id from project_members where project_id = ${projectId} and part = 'guest' and left_at is null
    order by id`.execute(tx)
  const payload: PinUpdate = { projectId, milestoneId, pinId }
  for (const { id } of rows) await appendToStream(tx, { kind: 'person', id }, 'pin_update', payload)
})
