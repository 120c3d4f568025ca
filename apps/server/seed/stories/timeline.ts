import { type Instant, instant } from '@veranda/core/time/instant.ts'

/** One thing that somebody does at a moment of the demo world's past. */
export type Step = { readonly at: Instant; readonly act: () => Promise<void> }

/**
 * Collects what happens in all stories. They are told one after another and played in the order of their moments, so
 * that the clock never goes back and timers run out between the steps as they would have.
 */
export class Timeline {
  readonly #now: Instant
  readonly #steps: Step[] = []

  constructor(now: Instant) {
    this.#now = now
  }

  /** `days` before now, at `hour` o'clock UTC of that day; a fraction of an hour counts. Never later than now. */
  ago(days: number, hour = 10): Instant {
    const day = new Date(this.#now)
    day.setUTCDate(day.getUTCDate() - days)
    day.setUTCHours(0, 0, 0, 0)
    return instant(Math.min(day.getTime() + Math.round(hour * 3_600_000), this.#now - 60_000))
  }

  /** The day `days` after today, at `hour` o'clock UTC. */
  coming(days: number, hour: number): Instant {
    const day = new Date(this.#now)
    day.setUTCDate(day.getUTCDate() + days)
    return instant(day.setUTCHours(hour, 0, 0, 0))
  }

  /** `days` after now, as an ISO moment, for due dates. */
  ahead(days: number): string {
    return new Date(this.#now + days * 86_400_000).toISOString()
  }

  /** `minutes` before now. */
  minutesAgo(minutes: number): Instant {
    return instant(this.#now - minutes * 60_000)
  }

  at(moment: Instant, act: () => Promise<void>): void {
    this.#steps.push({ at: moment, act })
  }

  /** All steps, earliest first; those of one moment in the order in which they were told. */
  inOrder(): readonly Step[] {
    return this.#steps
      .map((step, told) => ({ step, told }))
      .sort((a, b) => a.step.at - b.step.at || a.told - b.told)
      .map(({ step }) => step)
  }
}
