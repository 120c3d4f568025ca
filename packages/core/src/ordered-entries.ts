/** An entry of a gapless stream: seq 1, 2, 3 … */
export type Sequenced = { readonly seq: number }

/** Result of a batch for a client that has applied everything up to `cursor`. */
export type OrderedBatch<Entry extends Sequenced> = {
  /** Entries to apply now, in order. */
  readonly entries: readonly Entry[]
  readonly cursor: number
  /** Something is missing: fetch what comes after the cursor. */
  readonly gap: boolean
}

/**
 * Takes entries that may be duplicated or out of order: accepts only cursor + 1, drops known ones and reports a gap.
 * Entries beyond a gap are dropped too, because fetching brings them again.
 */
export function takeInOrder<Entry extends Sequenced>(cursor: number, incoming: readonly Entry[]): OrderedBatch<Entry> {
  const entries: Entry[] = []
  let position = cursor
  let gap = false
  for (const entry of incoming.toSorted((a, b) => a.seq - b.seq)) {
    if (entry.seq <= position) continue
    if (entry.seq > position + 1) {
      gap = true
      break
    }
    entries.push(entry)
    position = entry.seq
  }
  return { entries, cursor: position, gap }
}
