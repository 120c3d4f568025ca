import { after } from '@veranda/core/time/instant.ts'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { type RoomDoor } from './door.ts'
import { forgetOldLeases, heldByNobody } from './leases.ts'

/** Ends the visits in rooms that were lost with their node, when it was last seen, once nobody has come back to them. */
export async function sweepAbandoned(deps: Deps, door: RoomDoor): Promise<void> {
  const inUse = await door.inUse(deps.db)
  const lost = inUse.length === 0 ? [] : await heldByNobody(deps.db, inUse)
  if (lost.length > 0) {
    const now = deps.clock.now()
    await transact(deps, async (tx) => {
      for (const { id, silentFor } of lost) if (silentFor !== null) await door.lost(tx, id, after(now, -silentFor))
      await door.abandoned(
        tx,
        lost.map(({ id }) => id),
        now,
      )
    })
  }
  await forgetOldLeases(deps.db)
}
