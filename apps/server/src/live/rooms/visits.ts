import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'

type Tell = (tx: Tx, at: Instant) => Promise<void>

/**
 * Tells the door who came, who left and who was silenced, in order, until it is kept: a database that is away for a
 * while loses nobody's presence.
 */
export class Visits {
  readonly #late: () => Deps
  readonly #waiting: { roomId: string; tell: Tell; at: Instant }[] = []
  #telling: Promise<void> | undefined

  constructor(late: () => Deps) {
    this.#late = late
  }

  /** `tell` may be called again when it is not known whether it was kept. */
  note(roomId: string, tell: Tell): void {
    this.#waiting.push({ roomId, tell, at: this.#late().clock.now() })
    void this.tell()
  }

  /** Tells what is waiting; called again with every beat. */
  tell(): Promise<void> {
    this.#telling ??= this.#tellAll().finally(() => {
      this.#telling = undefined
    })
    return this.#telling
  }

  async #tellAll(): Promise<void> {
    const deps = this.#late()
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const { roomId, tell, at } = next
      try {
        await transact(deps, (tx) => tell(tx, at))
      } catch (error) {
        deps.log.warn({ err: error, roomId }, 'who is in a room could not be kept')
        return
      }
      this.#waiting.shift()
    }
  }
}
