import { instant, type Instant, type Milliseconds } from '@veranda/core/time/instant.ts'

/** The only source of "now". Rules and statements get it as a parameter. */
export type Clock = { now(): Instant }

/** A clock that can run ahead of the machine's; the sandbox moves it, tests script it. */
export type MovableClock = Clock & {
  shift(): Milliseconds
  /** Sets how far ahead of the machine's time this clock runs. */
  setShift(shift: Milliseconds): void
}

export const systemClock: Clock = { now: () => instant(Date.now()) }

/** Runs `shift` milliseconds ahead of the machine's clock. */
export function movableClock(shift: Milliseconds = 0): MovableClock {
  let ahead = shift
  return {
    now: () => instant(Date.now() + ahead),
    shift: () => ahead,
    setShift: (next) => {
      ahead = next
    },
  }
}

/** Whether the clock can be moved, which only the sandbox's and the tests' can. */
export function isMovable(clock: Clock): clock is MovableClock {
  return 'setShift' in clock
}
