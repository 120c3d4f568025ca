import { instant, type Instant, type Milliseconds } from '@veranda/core/time/instant.ts'

/** The only source of "now". Rules and statements get the time as a parameter. */
export type Clock = { now(): Instant }

/** A clock that can run ahead of the machine's; the sandbox moves it and tests script it. */
export type MovableClock = Clock & {
  shift(): Milliseconds
  /** Sets how far this clock runs ahead of the machine's, in milliseconds. */
  setShift(shift: Milliseconds): void
}

export const systemClock: Clock = { now: () => instant(Date.now()) }

/** Returns a clock that runs `shift` milliseconds ahead of the machine's. */
export function movableClock(shift: Milliseconds = 0): MovableClock {
  let offset = shift
  return {
    now: () => instant(Date.now() + offset),
    shift: () => offset,
    setShift: (next) => {
      offset = next
    },
  }
}

/** Returns whether the clock can be moved; only the clocks of the sandbox and of tests can. */
export function isMovable(clock: Clock): clock is MovableClock {
  return 'setShift' in clock
}
