/** Something with its place in a log that has no holes. */
export type Sequenced = { readonly seq: number }

export type SequenceOptions<E extends Sequenced> = {
  /** The last place that is already applied; 0 at the beginning of the log. */
  cursor: number
  /** Reads the entries after a place, oldest first; an empty answer is the end of the log. */
  readAfter: (cursor: number) => Promise<readonly E[]>
  apply: (entry: E) => void
}

export type Sequence<E extends Sequenced> = {
  /** Takes a live entry: applied when it is the next one, dropped when it is known, fetched up to when there is a gap. */
  receive: (entry: E) => void
  /** The server says how far the log has come: whatever is missing is fetched. */
  mark: (head: number) => void
  /** Fetches whatever came meanwhile: after a reconnect, on focus. */
  resume: () => Promise<void>
  readonly cursor: number
}

/** Applies a log in order, each entry once, without a gap, whatever the connection drops, doubles or shuffles. */
export function createSequence<E extends Sequenced>({ cursor, readAfter, apply }: SequenceOptions<E>): Sequence<E> {
  let at = cursor
  let reading: Promise<void> | undefined

  function take(entry: E) {
    if (entry.seq !== at + 1) return
    at = entry.seq
    apply(entry)
  }

  async function readOn() {
    for (;;) {
      const before = at
      const entries = await readAfter(at)
      for (const entry of entries) take(entry)
      if (entries.length === 0 || at === before) return
    }
  }

  function resume(): Promise<void> {
    reading ??= readOn().finally(() => (reading = undefined))
    return reading
  }

  /** A failed read is tried again by the next mark, entry or reconnect. */
  function seek() {
    void resume().catch(() => {})
  }

  return {
    receive(entry) {
      if (entry.seq <= at) return
      if (entry.seq === at + 1 && !reading) take(entry)
      else seek()
    },
    mark(head) {
      if (head > at) seek()
    },
    resume,
    get cursor() {
      return at
    },
  }
}
