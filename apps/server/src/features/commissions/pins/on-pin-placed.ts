import { type PinEvent } from '@veranda/core/commissions/pins/events.ts'
import { sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { carryPinsOver } from './carry-pins-over.ts'

type PlacementEvent = Extract<PinEvent, { type: 'pin.added' | 'pin.placed' | 'pin.restored' }>

/** Carries a pin over to the versions after the one it was placed on, in order, when it is placed late or restored. */
export const carryPinToLaterVersions = eventHandler<PlacementEvent>(
  'carry-pin',
  ['pin.added', 'pin.placed', 'pin.restored'],
  async (ctx) => {
    const { milestoneId, pinId } = ctx.event.data
    for (const version of await findLaterVersions(ctx.tx, milestoneId, pinId))
      await carryPinsOver(ctx, { ...version, pinId })
  },
)

/** Returns the versions after the first one on which the pin has a place. */
async function findLaterVersions(tx: Tx, milestoneId: string, pinId: string) {
  const { rows } = await sql<{ deliverableId: string; number: number }>`
    select d.id as "deliverableId", d.number from deliverables d
    where d.milestone_id = ${milestoneId} and d.number > (
      select min(f.number) from pin_places x join deliverables f on f.id = x.deliverable_id where x.pin_id = ${pinId}
    )
    order by d.number`.execute(tx)
  return rows
}
