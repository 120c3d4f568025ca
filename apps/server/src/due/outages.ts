import { minute } from '@veranda/core/time/instant.ts'
import { sayAlive } from '../db/settings.ts'
import { transact } from '../db/transact.ts'
import { type Deps } from '../deps.ts'

/** A silence of all nodes that is longer than this kept people out. */
const silence = minute

/**
 * Says that this node is up, and keeps the outage if none had been: what people could not do meanwhile is not held
 * against them. A leap of the product's clock is none, for the silence is measured by the database's.
 */
export async function noteUp(deps: Pick<Deps, 'db' | 'wake' | 'clock'>): Promise<void> {
  await transact(deps, async (tx) => {
    const silent = await sayAlive(tx)
    if (silent <= silence) return
    const now = deps.clock.now()
    await tx
      .insertInto('outages')
      .values({ began_at: new Date(now - silent), ended_at: new Date(now) })
      .execute()
  })
}
