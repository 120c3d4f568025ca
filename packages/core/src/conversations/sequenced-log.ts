/** Anything that has its place in a log: 1, 2, 3 … without holes. */
export type Sequenced = { readonly seq: number }

/** What a batch means for a reader who has applied everything up to `cursor`. */
export type Taken<Entry extends Sequenced> = {
  /** To be applied now, in order. */
  readonly entries: readonly Entry[]
  readonly cursor: number
  /** Something is missing: fetch what comes after the cursor. */
  readonly gap: boolean
}

/**
 * Takes entries as they arrive, in any order and however often: applies only cursor + 1, drops what it has, and reports
 * a gap. Entries beyond a gap are dropped too, since fetching brings them again.
 */
export function takeEntries<Entry extends Sequenced>(cursor: number, incoming: readonly Entry[]): Taken<Entry> {
  const entries: Entry[] = []
  let at = cursor
  let gap = false
  for (const entry of incoming.toSorted((a, b) => a.seq - b.seq)) {
    if (entry.seq <= at) continue
    if (entry.seq > at + 1) {
      gap = true
      break
    }
    entries.push(entry)
    at = entry.seq
  }
  return { entries, cursor: at, gap }
}

/** Whether the server's high-water mark shows that something was missed. */
export function isBehind(cursor: number, head: number): boolean {
  return head > cursor
}
