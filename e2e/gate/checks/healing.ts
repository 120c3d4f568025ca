import type { ClientName, LoadClient } from '../load/load-client.ts'
import { type Attempt, isAnswered, isStored } from '../load/replies.ts'

/** Calls succeed again within this time after the end of a fault. */
const healedWithinMs = 5_000

type HealingClient = Pick<LoadClient, 'name' | 'mayOnlyRead'>

/**
 * Returns for each client after how many milliseconds it had healed from a fault that ended at `from`: its first success
 * is there, and the last attempt that failed is over. Undefined for one without a success. Something stored is a success,
 * and any answer for a client that may have nothing to store.
 */
export function healingTimes(
  attempts: readonly Attempt[],
  clients: readonly HealingClient[],
  from: number,
): Map<ClientName, number | undefined> {
  const times = clients.map(({ name, mayOnlyRead }) => {
    const own = attempts.filter(({ client, endedAt }) => client === name && endedAt > from)
    const success = own.find(mayOnlyRead ? isAnswered : isStored)
    const failure = own.findLast((attempt) => !isAnswered(attempt) && !attempt.hadNoServer)
    return [name, success && Math.max(success.endedAt, failure?.endedAt ?? 0) - from] as const
  })
  return new Map(times)
}

/** Returns a sentence for each client that healed late. It may be as late as the machine kept this process waiting. */
export function findLateHealing(times: ReadonlyMap<ClientName, number>, stalledMs: number): string[] {
  return [...times].flatMap(([name, afterMs]) =>
    afterMs > healedWithinMs + stalledMs ? [`${name} healed only after ${Math.round(afterMs)} ms`] : [],
  )
}
