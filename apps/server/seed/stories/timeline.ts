import { type Instant, instant } from '@veranda/core/time/instant.ts'

/** One scripted action at a past moment of the demo world. */
export type Step = { readonly at: Instant; readonly run: () => Promise<void> }

/**
 * Collects the steps of all stories. They run in the order of their times, so that the clock never goes back and timers
 * fire between the steps as they would have.
 */
export class Timeline {
  readonly #now: Instant
  readonly #steps: Step[] = []

  constructor(now: Instant) {
    this.#now = now
  }

  /**
   * Returns the time `days` before now at `hour` o'clock UTC (fractions allowed), but never later than one minute ago.
   */
  daysAgo(days: number, hour = 10): Instant {
    const day = new Date(this.#now)
    day.setUTCDate(day.getUTCDate() - days)
    day.setUTCHours(0, 0, 0, 0)
    return instant(Math.min(day.getTime() + Math.round(hour * 3_600_000), this.#now - 60_000))
  }

  /** Returns the time `days` after today at `hour` o'clock UTC. */
  daysAhead(days: number, hour: number): Instant {
    const day = new Date(this.#now)
    day.setUTCDate(day.getUTCDate() + days)
    return instant(day.setUTCHours(hour, 0, 0, 0))
  }

  /** Returns the ISO time `days` after now, for due dates. */
  isoDaysAhead(days: number): string {
    return new Date(this.#now + days * 86_400_000).toISOString()
  }

  /** Returns the time `minutes` before now. */
  minutesAgo(minutes: number): Instant {
    return instant(this.#now - minutes * 60_000)
  }

  schedule(at: Instant, run: () => Promise<void>): void {
    this.#steps.push({ at, run })
  }

  /** Returns all steps sorted by time; steps of the same time keep the order in which they were added. */
  stepsInOrder(): readonly Step[] {
    return this.#steps
      .map((step, index) => ({ step, index }))
      .sort((a, b) => a.step.at - b.step.at || a.index - b.index)
      .map(({ step }) => step)
  }
}
