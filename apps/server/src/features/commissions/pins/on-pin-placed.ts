import { type PinEvent } from '@veranda/core/commissions/pins/events.ts'
import { sql } from 'kysely'
import { type Tx } from '../../../db/database.ts'
import { reaction } from '../../../log/react.ts'
import { carryPinsTo } from './carry-pins-to.ts'

type Placed = Extract<PinEvent, { type: 'pin.added' | 'pin.placed' | 'pin.restored' }>

/**
 * A pin was set on a version that later ones follow already, or came back after they came: it goes along to each of
 * them, in their order, as it would have when they came.
 */
export const carryPin = reaction<Placed>('carry-pin', ['pin.added', 'pin.placed', 'pin.restored'], async (at) => {
  const { milestoneId, pinId } = at.event.data
  for (const version of await findLater(at.tx, milestoneId, pinId)) await carryPinsTo(at, { ...version, pinId })
})

/** The versions after the first one that the pin has a place on. */
async function findLater(tx: Tx, milestoneId: string, pinId: string) {
  const { rows } = await sql<{ deliverableId: string; number: number }>`
    select d.id as "deliverableId", d.number from deliverables d
    where d.milestone_id = ${milestoneId} and d.number > (
      select min(f.number) from pin_places x join deliverables f on f.id = x.deliverable_id where x.pin_id = ${pinId}
    )
    order by d.number`.execute(tx)
  return rows
}
