const heartbeatMs = 2_500
/** After this many heartbeats without a message the connection counts as broken. */
const maxMissedHeartbeats = 4
/** A suspicious connection must answer within this time, in milliseconds. */
const probeTimeoutMs = 3_000
/** A timer that fires this much too late was held up by the page, which had no time to read an answer either. */
const heldUpMs = 500
/** Events after which the connection is checked. */
const wakeEvents = [
  [window, 'online'],
  [window, 'focus'],
  [document, 'visibilitychange'],
] as const

/** Actions of the heartbeat's owner. */
type HeartbeatHandlers = {
  sendPing: () => void
  /** Called when the connection is silent: a dead connection reports nothing, not even its close. */
  onTimeout: () => void
  /** Called when the network is back or the page is visible again. */
  onWake: () => void
}

/**
 * Monitors a connection: pings every few seconds, independent of rendering, and gives up after several missed answers.
 * Counts heartbeats instead of time, since timers are throttled in background pages.
 */
export class Heartbeat {
  readonly #handlers: HeartbeatHandlers
  readonly #timer: ReturnType<typeof setInterval>
  #missed = 0
  #probeTimer: ReturnType<typeof setTimeout> | undefined

  constructor(handlers: HeartbeatHandlers) {
    this.#handlers = handlers
    this.#timer = setInterval(() => this.#tick(), heartbeatMs)
    for (const [target, name] of wakeEvents) target.addEventListener(name, this.#handleWake)
  }

  /** Resets the count after a message, or for a new connection. */
  reset(): void {
    this.#missed = 0
    clearTimeout(this.#probeTimer)
    this.#probeTimer = undefined
  }

  /** Pings and expects an answer soon. */
  probe(): void {
    this.#handlers.sendPing()
    this.#probeTimer ??= this.#awaitAnswer()
  }

  stop(): void {
    clearInterval(this.#timer)
    clearTimeout(this.#probeTimer)
    for (const [target, name] of wakeEvents) target.removeEventListener(name, this.#handleWake)
  }

  #awaitAnswer(): ReturnType<typeof setTimeout> {
    const dueAt = performance.now() + probeTimeoutMs
    return setTimeout(() => {
      if (performance.now() - dueAt < heldUpMs) this.#handlers.onTimeout()
      else this.#probeTimer = this.#awaitAnswer()
    }, probeTimeoutMs)
  }

  #tick(): void {
    if (this.#missed >= maxMissedHeartbeats) return this.#handlers.onTimeout()
    this.#missed += 1
    this.#handlers.sendPing()
  }

  readonly #handleWake = () => {
    if (document.visibilityState !== 'hidden') this.#handlers.onWake()
  }
}
