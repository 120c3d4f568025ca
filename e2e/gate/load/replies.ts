import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ClientName } from './load-client.ts'

/** A call has its 503 within this time although the database gives no answer. */
const unavailableWithinMs = 2_000

/** A call that was sent this shortly before its node began to stop may not have reached it any more. */
const sentBeforeStopMs = 250

/** One attempt of a call, of an event of a socket, or of its handshake, with or without an answer. */
export type Attempt = {
  /** Undefined for a call that is no part of the load. */
  readonly client: ClientName | undefined
  /** The method and path of a call, or the event of a socket. */
  readonly what: string
  /** The port of the node that was called. */
  readonly port: number
  /** Undefined when the connection broke off. */
  readonly status: number | undefined
  readonly retryAfter: string | undefined
  readonly milliseconds: number
  readonly endedAt: number
  /** True when there was no server to answer it: killed in the middle of it or before and not started again, or stopped. */
  readonly hadNoServer: boolean
}

/** A time in which no server listens at a port. */
type Downtime = { readonly port: number; readonly from: number; until: number; readonly isKill: boolean }

/** Keeps what the clients of the load were answered. */
export class AttemptLog {
  #attempts: Attempt[] = []
  readonly #downtimes: Downtime[] = []
  readonly #stalls = monitorEventLoopDelay({ resolution: 10 })

  constructor() {
    this.#stalls.enable()
  }

  add(attempt: Omit<Attempt, 'hadNoServer'>): void {
    const { port, milliseconds, endedAt } = attempt
    const beganAt = endedAt - milliseconds
    const hadNoServer = this.#downtimes.some(
      (one) =>
        one.port === port &&
        beganAt <= one.until &&
        // A server that stops replies to the calls that it has; one that is killed does not.
        (one.isKill ? endedAt >= one.from : beganAt >= one.from - sentBeforeStopMs),
    )
    this.#attempts.push({ ...attempt, hadNoServer })
  }

  /** Notes that the server at this port is killed now. */
  noteKill(port: number, at = performance.now()): void {
    this.#downtimes.push({ port, from: at, until: Infinity, isKill: true })
  }

  /** Notes that the server at this port begins to stop now. */
  noteStop(port: number, at = performance.now()): void {
    this.#downtimes.push({ port, from: at, until: Infinity, isKill: false })
  }

  /** Notes that a server listens at this port from now on. */
  noteStart(port: number, at = performance.now()): void {
    for (const one of this.#downtimes) if (one.port === port) one.until = Math.min(one.until, at)
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

  /** Returns the attempts since they were last taken. */
  get all(): readonly Attempt[] {
    return this.#attempts
  }
}

/** Begins the name of an attempt that went over a socket. */
export const socketEvent = 'event'
export const isUnavailable = ({ status }: Attempt) => status === 503
export const isAnswered = ({ status }: Attempt) => status !== undefined && status < 500
export const isStored = ({ what, status }: Attempt) =>
  status !== undefined && status < 300 && !/^(?:GET|HEAD|event connect|event stream:join)\b/.test(what)

/**
 * Returns a sentence for each answer that no fault excuses: a 5xx other than 503, no Retry-After, a late one, or a
 * connection that broke off while its server lived. The server may be as late as the machine kept this process waiting,
 * `stalledMs`.
 */
export function findBadAnswers(attempts: readonly Attempt[], stalledMs: number): string[] {
  return attempts.flatMap(({ what, status, retryAfter, milliseconds, hadNoServer }) => {
    const took = `after ${Math.round(milliseconds)} ms`
    if (status === undefined) return hadNoServer ? [] : [`${what}: broken off without an answer ${took}`]
    if (status < 500) return []
    if (status !== 503) return [`${what}: ${status} ${took}`]
    if (retryAfter === undefined && !what.startsWith(socketEvent)) return [`${what}: 503 without Retry-After`]
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
