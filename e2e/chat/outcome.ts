/** What one receiver saw, in the order in which it was shown to it: the texts' numbers. */
export type Seen = readonly number[]

export type Outcome = {
  readonly sent: number
  readonly acknowledged: number
  /** Acknowledged to the sender, but not shown to some receiver, summed over receivers. */
  readonly lost: number
  readonly doubled: number
  readonly reordered: number
}

/** Counts what went wrong: per receiver against what the sender was told had arrived. */
export function countOutcome(sent: number, acknowledged: ReadonlySet<number>, receivers: readonly Seen[]): Outcome {
  let lost = 0
  let doubled = 0
  let reordered = 0
  for (const seen of receivers) {
    const once = new Set(seen)
    doubled += seen.length - once.size
    for (const number of acknowledged) if (!once.has(number)) lost += 1
    let highest = -1
    const met = new Set<number>()
    for (const number of seen) {
      if (met.has(number)) continue
      met.add(number)
      if (number < highest) reordered += 1
      else highest = number
    }
  }
  return { sent, acknowledged: acknowledged.size, lost, doubled, reordered }
}

/** The same weather for every candidate: when the server dies, whose line is cut, what is sent twice. */
export const weather = {
  messages: 500,
  receivers: 6,
  /** Numbers of the messages right before which the server is killed. */
  kills: [170, 340],
  downMilliseconds: 300,
  everyCut: 37,
  everyDuplicate: 10,
  pauseMilliseconds: 6,
} as const

/** One line of the printed comparison. */
export function printed(name: string, { sent, acknowledged, lost, doubled, reordered }: Outcome): string {
  return `${name.padEnd(18)} sent ${sent}, acknowledged ${acknowledged}, lost ${lost}, doubled ${doubled}, reordered ${reordered} (over ${weather.receivers} receivers)`
}
