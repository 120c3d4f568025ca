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
  /** True when the server that was called was killed in the middle of it. */
  readonly wasKilled: boolean
}

/** Keeps what the clients of the load were answered. */
export class AttemptLog {
  #attempts: Attempt[] = []
  readonly #kills: { readonly port: number; readonly at: number }[] = []
  readonly #stalls = monitorEventLoopDelay({ resolution: 10 })

  constructor() {
    this.#stalls.enable()
  }

  add(attempt: Omit<Attempt, 'wasKilled'>): void {
    const { port, milliseconds, endedAt } = attempt
    const wasKilled = this.#kills.some(
      (kill) => kill.port === port && endedAt - milliseconds < kill.at && kill.at <= endedAt,
    )
    this.#attempts.push({ ...attempt, wasKilled })
  }

  /** Notes that the server at this port is killed now. */
  noteKill(port: number): void {
    this.#kills.push({ port, at: performance.now() })
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

  /** Returns how long that was until now. */
  get longestStallMs(): number {
    return this.#stalls.max / 1e6
  }

  /** Returns whether there was an attempt like this since the attempts were last taken. */
  some(isLike: (attempt: Attempt) => boolean): boolean {
    return this.#attempts.some(isLike)
  }

  /** Returns the attempt like this that ended first since the attempts were last taken. */
  first(isLike: (attempt: Attempt) => boolean): Attempt | undefined {
    return this.#attempts.find(isLike)
  }
}

export const isUnavailable = ({ status }: Attempt) => status === 503
export const isStored = ({ what, status }: Attempt) =>
  status !== undefined && status < 300 && !/^(?:GET|HEAD) /.test(what)

/**
 * Returns a sentence for each answer that no fault excuses: a 5xx other than 503, no Retry-After, a late one, or a
 * connection that hung before it broke off, except by the kill of its server. The server may be as late as the machine kept this process waiting,
 * `stalledMs`.
 */
export function findBadAnswers(attempts: readonly Attempt[], stalledMs: number): string[] {
  return attempts.flatMap(({ what, status, retryAfter, milliseconds, wasKilled }) => {
    const took = `after ${Math.round(milliseconds)} ms`
    if (status === undefined)
      return milliseconds > unavailableWithinMs + stalledMs && !wasKilled
        ? [`${what}: no answer, and broken off only ${took}`]
        : []
    if (status < 500) return []
    if (status !== 503) return [`${what}: ${status} ${took}`]
    if (retryAfter === undefined) return [`${what}: 503 without Retry-After`]
    return milliseconds > unavailableWithinMs + stalledMs ? [`${what}: 503 only ${took}`] : []
  })
}

/** Returns a sentence when the first 503 of an outage came late; `afterMs` is the time since the outage began. */
export function findLateOutage(afterMs: number, stalledMs: number): string[] {
  return afterMs > unavailableWithinMs + stalledMs
    ? [`the first 503 came only ${Math.round(afterMs)} ms after it began`]
    : []
}

/** Returns the time of the slowest 503 in milliseconds; undefined when there was none. */
export function slowestUnavailable(attempts: readonly Attempt[]): number | undefined {
  const times = attempts.filter(isUnavailable).map(({ milliseconds }) => milliseconds)
  return times.length === 0 ? undefined : Math.max(...times)
}
