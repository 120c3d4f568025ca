import { minute } from '@veranda/core/time/instant.ts'
import { renewHeartbeat } from '../db/settings.ts'
import { transact } from '../db/transact.ts'
import { type Deps } from '../deps.ts'

/** A longer gap between heartbeats counts as an outage. */
const maxSilenceMs = minute

/**
 * Records this node's heartbeat, and an outage if there was a gap before it, so that users are not held responsible for
 * what they could not do. The gap is measured on the database's clock, so moving the product's clock causes none.
 */
export async function recordHeartbeat(deps: Pick<Deps, 'db' | 'commitSignals' | 'clock'>): Promise<void> {
  await transact(deps, async (tx) => {
    const silenceMs = await renewHeartbeat(tx)
    if (silenceMs <= maxSilenceMs) return
    const now = deps.clock.now()
    await tx
      .insertInto('outages')
      .values({ began_at: new Date(now - silenceMs), ended_at: new Date(now) })
      .execute()
  })
}
