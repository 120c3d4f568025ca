import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { type RoomDoor } from './door.ts'
import { heldByNobody } from './leases.ts'

/** Ends the visits in rooms that were lost with their node, once nobody has come back to them. */
export async function sweepAbandoned(deps: Deps, door: RoomDoor): Promise<void> {
  const inUse = await door.inUse(deps.db)
  if (inUse.length === 0) return
  const lost = await heldByNobody(deps.db, inUse)
  if (lost.length > 0) await transact(deps, (t) => door.abandoned(t, lost, deps.clock.now()))
}
