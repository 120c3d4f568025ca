import { type Instant } from '@veranda/core/time/instant.ts'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { type RoomDoor } from './door.ts'

type Told = { roomId: string; personId: string; what: 'came' | 'left'; at: Instant }

/**
 * Tells the door who came and who left, in order, until it is kept: a database that is away for a while loses nobody's
 * presence.
 */
export class Visits {
  readonly #late: () => Deps
  readonly #door: RoomDoor
  readonly #waiting: Told[] = []
  #telling: Promise<void> | undefined

  constructor(late: () => Deps, door: RoomDoor) {
    this.#late = late
    this.#door = door
  }

  note(what: Told['what'], roomId: string, personId: string): void {
    this.#waiting.push({ what, roomId, personId, at: this.#late().clock.now() })
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
      const { what, roomId, personId, at } = next
      try {
        await transact(deps, (t) => this.#door[what](t, roomId, personId, at))
      } catch (error) {
        deps.log.warn({ err: error, roomId }, 'who is in a room could not be kept')
        return
      }
      this.#waiting.shift()
    }
  }
}
