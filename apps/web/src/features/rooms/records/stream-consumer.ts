/** An entry of a gapless stream. */
export type Sequenced = { readonly seq: number }

export type StreamConsumerOptions<E extends Sequenced> = {
  /** Seq of the last applied entry; 0 at the beginning of the stream. */
  cursor: number
  /** Reads the entries after a seq, oldest first; an empty result is the end of the stream. */
  readAfter: (cursor: number) => Promise<readonly E[]>
  apply: (entry: E) => void
}

export type StreamConsumer<E extends Sequenced> = {
  /** Applies a live entry if it is the next one, drops a duplicate, and fetches the missing entries on a gap. */
  receive: (entry: E) => void
  /** Notes the head reported by the server and fetches what is missing. */
  noteHead: (head: number) => void
  /** Catches up after a reconnect or on focus. */
  resume: () => Promise<void>
  readonly cursor: number
}

/**
 * Creates a consumer that applies a stream in order, each entry once and without gaps, whatever the connection drops,
 * duplicates or reorders.
 */
export function createStreamConsumer<E extends Sequenced>({
  cursor,
  readAfter,
  apply,
}: StreamConsumerOptions<E>): StreamConsumer<E> {
  let position = cursor
  let reading: Promise<void> | undefined

  function applyNext(entry: E) {
    if (entry.seq !== position + 1) return
    position = entry.seq
    apply(entry)
  }

  async function catchUp() {
    for (;;) {
      const before = position
      const entries = await readAfter(position)
      for (const entry of entries) applyNext(entry)
      if (entries.length === 0 || position === before) return
    }
  }

  function resume(): Promise<void> {
    reading ??= catchUp().finally(() => (reading = undefined))
    return reading
  }

  /** Catches up without waiting; a failed read is retried by the next heartbeat, entry or reconnect. */
  function catchUpInBackground() {
    void resume().catch(() => {})
  }

  return {
    receive(entry) {
      if (entry.seq <= position) return
      if (entry.seq === position + 1 && !reading) applyNext(entry)
      else catchUpInBackground()
    },
    noteHead(head) {
      if (head > position) catchUpInBackground()
    },
    resume,
    get cursor() {
      return position
    },
  }
}
