import { after, type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { deleteOldLeases, findUnleasedRooms } from '../connection/room-lease.repository.ts'
import { endVisitsOfFailedRooms, listOccupiedRooms, markNodeLost } from './room-presence.ts'

type PresenceWrite = (tx: Tx, at: Instant) => Promise<void>

/**
 * Writes presence and silence changes in order and retries them until they are committed, so that a database outage
 * loses none.
 */
export class PresenceWriter {
  readonly #getDeps: () => Deps
  readonly #queue: { roomId: string; write: PresenceWrite; at: Instant }[] = []
  #flushing: Promise<void> | undefined

  constructor(getDeps: () => Deps) {
    this.#getDeps = getDeps
  }

  /** `write` may be called again when it is not known whether it was kept. */
  enqueue(roomId: string, write: PresenceWrite): void {
    this.#queue.push({ roomId, write, at: this.#getDeps().clock.now() })
    void this.flush()
  }

  /** Writes the queue; called again with every heartbeat. */
  flush(): Promise<void> {
    this.#flushing ??= this.#flushAll().finally(() => {
      this.#flushing = undefined
    })
    return this.#flushing
  }

  async #flushAll(): Promise<void> {
    const deps = this.#getDeps()
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      const { roomId, write, at } = next
      try {
        await transact(deps, (tx) => write(tx, at))
      } catch (error) {
        deps.log.warn({ err: error, roomId }, 'presence write failed')
        return
      }
      this.#queue.shift()
    }
  }
}

/** Ends the visits in rooms whose node was lost and that no one came back to, at the time the node was last seen. */
export async function endAbandonedVisits(deps: Deps): Promise<void> {
  const occupiedIds = await listOccupiedRooms(deps.db)
  const abandoned = occupiedIds.length === 0 ? [] : await findUnleasedRooms(deps.db, occupiedIds)
  if (abandoned.length > 0) {
    const now = deps.clock.now()
    await transact(deps, async (tx) => {
      for (const { id, msSinceRenewal } of abandoned)
        if (msSinceRenewal !== null) await markNodeLost(tx, id, after(now, -msSinceRenewal))
      await endVisitsOfFailedRooms(
        tx,
        abandoned.map(({ id }) => id),
        now,
      )
    })
  }
  await deleteOldLeases(deps.db)
}
