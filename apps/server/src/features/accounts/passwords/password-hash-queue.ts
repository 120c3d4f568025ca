import { ok, refuse, type Result } from '@veranda/core/result.ts'

/**
 * Half of the four threads that files, DNS and compression use too (libuv's pool), so that passwords cannot take all of
 * them.
 */
const maxRunningHashes = 2
/** About a second of work for two threads. A hash that would wait longer is refused at once. */
export const maxWaitingHashes = 40

/** Runs password hashes, a few at once, the others in their order. */
export class PasswordHashQueue {
  readonly #waiting: (() => void)[] = []
  #running = 0

  /** The number of hashes that wait for their turn. */
  get waitingCount(): number {
    return this.#waiting.length
  }

  /**
   * Runs a hash when it is its turn. Refuses with `server.busy` (unavailable) when too many wait.
   */
  async run<T>(hash: () => Promise<T>): Promise<Result<T>> {
    if (this.#running < maxRunningHashes) this.#running += 1
    else if (this.#waiting.length >= maxWaitingHashes) {
      return refuse('server.busy', 'unavailable')
    } else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return ok(await hash())
    } finally {
      // The place is handed to the next one, so that a newcomer cannot take it in between.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}

/** All password hashes of this process. */
export const passwordHashQueue = new PasswordHashQueue()
