import { moveClock } from '@veranda/contract/sandbox/routes.ts'
import type { Caller } from '../support/person.ts'

const hour = 3_600_000

/** Moves the sandbox's clock on by whole days, and an hour so that nothing is on the very edge. */
export async function passDays(person: Caller, days: number): Promise<void> {
  await person.call(moveClock, { body: { advanceMilliseconds: days * 24 * hour + hour } })
}
