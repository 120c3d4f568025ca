/** Message numbers in the order in which one receiver saw them. */
export type ReceivedNumbers = readonly number[]

export type Outcome = {
  readonly sent: number
  readonly acknowledged: number
  /** Acknowledged to the sender but missing at a receiver, summed over all receivers. */
  readonly lost: number
  readonly duplicated: number
  readonly reordered: number
}

/** Counts lost, duplicated and reordered messages of all receivers against what was acknowledged to the sender. */
export function countOutcome(
  sent: number,
  acknowledged: ReadonlySet<number>,
  receivers: readonly ReceivedNumbers[],
): Outcome {
  let lost = 0
  let duplicated = 0
  let reordered = 0
  for (const received of receivers) {
    const distinct = new Set(received)
    duplicated += received.length - distinct.size
    for (const number of acknowledged) if (!distinct.has(number)) lost += 1
    let highest = -1
    const counted = new Set<number>()
    for (const number of received) {
      if (counted.has(number)) continue
      counted.add(number)
      if (number < highest) reordered += 1
      else highest = number
    }
  }
  return { sent, acknowledged: acknowledged.size, lost, duplicated, reordered }
}

/**
 * The same faults for each candidate: when the server is killed, which connections drop, which messages are sent twice.
 */
export const faultPlan = {
  messages: 500,
  receivers: 6,
  /** Message numbers right before which the server is killed. */
  killBefore: [170, 340],
  downtimeMs: 300,
  dropEvery: 37,
  duplicateEvery: 10,
  sendIntervalMs: 6,
} as const

/** Formats one line of the comparison. */
export function formatOutcome(name: string, { sent, acknowledged, lost, duplicated, reordered }: Outcome): string {
  return `${name.padEnd(18)} sent ${sent}, acknowledged ${acknowledged}, lost ${lost}, duplicated ${duplicated}, reordered ${reordered} (over ${faultPlan.receivers} receivers)`
}
