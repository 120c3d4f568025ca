import { roomWorkName } from '@veranda/contract/rooms/live.ts'
import { sql } from 'kysely'
import { reaction } from '../../log/react.ts'
import { appendToStream } from '../../log/stream.ts'

const kinds = {
  'pin.added': 'pin',
  'pin.answered': 'pin',
  'pin.moved': 'pin',
  'pin.placed': 'pin',
  'pin.asked': 'pin',
  'pin.removed': 'pin',
  'pin.restored': 'pin',
  'pins.carried': 'pin',
  'deliverable.added': 'version',
  'milestone.submitted': 'version',
  'milestone.submission-withdrawn': 'version',
  'milestone.changes-requested': 'changes-requested',
  'milestone.released': 'approved',
} as const
type Type = keyof typeof kinds
type Changed = { [T in Type]: { readonly type: T; readonly data: { readonly milestoneId: string } } }[Type]

/** The rooms where the work of a milestone can stand on the stage are told when something of it changed. */
export const onWorkChanged = reaction<Changed>(
  'room-work-changed',
  // The keys are those of the table above.
  Object.keys(kinds) as Type[],
  async ({ tx, event }) => {
    const { milestoneId } = event.data
    const { rows } = await sql<{ id: string }>`
      select r.id from milestones m
      join rooms r on r.project_id = m.project_id or exists (
        select from bookings b where b.id = r.booking_id and b.client_id = m.client_id and b.creator_id = m.creator_id)
      where m.id = ${milestoneId}`.execute(tx)
    for (const { id } of rows) {
      await appendToStream(tx, { kind: 'room', id }, roomWorkName, { what: kinds[event.type], milestoneId })
    }
  },
)
