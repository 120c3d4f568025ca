import { monitorEventLoopDelay } from 'node:perf_hooks'

/** A call has its 503 within this time although the database gives no answer. */
const unavailableWithinMs = 2_000

/** One attempt of a call, with or without an answer. */
export type Attempt = {
  readonly what: string
  /** The port of the node that was called. */
  readonly port: number
  /** Undefined when the connection broke off. */
  readonly status: number | undefined
  readonly retryAfter: string | undefined
  readonly milliseconds: number
  readonly endedAt: number
}

/** Keeps what the clients of the load were answered. */
export class AttemptLog {
  #attempts: Attempt[] = []
  readonly #stalls = monitorEventLoopDelay({ resolution: 10 })

  constructor() {
    this.#stalls.enable()
  }

  add(attempt: Attempt): void {
    this.#attempts.push(attempt)
  }

  /** Returns the attempts since the last call, and forgets them. */
  take(): Attempt[] {
    const taken = this.#attempts
    this.#attempts = []
    return taken
  }

  /** Returns for how many milliseconds a busy machine kept this process waiting at most, since the last call. */
  takeLongestStallMs(): number {
    const longest = this.#stalls.max / 1e6
    this.#stalls.reset()
    return longest
  }

  /** Returns whether there was an attempt like this since the attempts were last taken. */
  some(isLike: (attempt: Attempt) => boolean): boolean {
    return this.#attempts.some(isLike)
  }
}

export const isUnavailable = ({ status }: Attempt) => status === 503
export const isStored = ({ what, status }: Attempt) =>
  status !== undefined && status < 300 && !/^(?:GET|HEAD) /.test(what)

/**
 * Returns a sentence for each answer that no fault excuses: a 5xx other than 503, no Retry-After, or a late one. The
 * server may be as late as the machine kept this process waiting, `stalledMs`.
 */
export function findBadAnswers(attempts: readonly Attempt[], stalledMs: number): string[] {
  return attempts.flatMap(({ what, status, retryAfter, milliseconds }) => {
    const took = `after ${Math.round(milliseconds)} ms`
    if (status === undefined || status < 500) return []
    if (status !== 503) return [`${what}: ${status} ${took}`]
    if (retryAfter === undefined) return [`${what}: 503 without Retry-After`]
    return milliseconds > unavailableWithinMs + stalledMs ? [`${what}: 503 only ${took}`] : []
  })
}

/** Returns the time of the slowest 503 in milliseconds; undefined when there was none. */
export function slowestUnavailable(attempts: readonly Attempt[]): number | undefined {
  const times = attempts.filter(isUnavailable).map(({ milliseconds }) => milliseconds)
  return times.length === 0 ? undefined : Math.max(...times)
}
