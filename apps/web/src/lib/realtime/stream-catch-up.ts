import { type Sequenced, takeInOrder } from '@veranda/core/ordered-entries.ts'

/** One page of a stream after a seq, oldest first. */
export type StreamPage<Entry extends Sequenced> = {
  /** Seq of the newest entry of the stream. */
  readonly head: number
  readonly entries: readonly Entry[]
  readonly more: boolean
}

export type StreamSource<Entry extends Sequenced> = {
  /** Seq of the last applied entry; undefined until a snapshot is loaded. */
  readonly cursor: () => number | undefined
  /** Loads a snapshot and with it a cursor. Does not throw. */
  readonly loadSnapshot: () => Promise<void>
  /** Reads the entries after a seq. Throws while offline. */
  readonly readAfter: (cursor: number) => Promise<StreamPage<Entry>>
  /** Applies the entries that follow the cursor and moves it. */
  readonly apply: (entries: readonly Entry[]) => void
  /** A client that is more pages behind than this loads a snapshot instead. */
  readonly maxPages?: number
}

/**
 * Keeps a copy of a stream up to date: applies each entry once and in order, whatever the connection drops, duplicates
 * or reorders, and fetches what is missing.
 */
export class StreamCatchUp<Entry extends Sequenced> {
  readonly #source: StreamSource<Entry>
  /** The highest seq known to exist in the stream. */
  #highestKnownSeq = 0
  #running: Promise<void> | undefined
  #rerunRequested = false

  constructor(source: StreamSource<Entry>) {
    this.#source = source
  }

  /** Applies a live entry if it is the next one, drops a duplicate, and catches up on a gap. */
  receive(entry: Entry): void {
    this.#highestKnownSeq = Math.max(this.#highestKnownSeq, entry.seq)
    if (this.#source.cursor() !== undefined && this.#apply([entry])) this.#resumeInBackground()
  }

  /** Notes the head reported by the server and catches up if behind. */
  noteHead(head: number): void {
    this.#highestKnownSeq = Math.max(this.#highestKnownSeq, head)
    const cursor = this.#source.cursor()
    if (cursor !== undefined && head > cursor) this.#resumeInBackground()
  }

  /**
   * Loads the snapshot, or the entries after the cursor. Runs once more if requested while running: the connection may
   * have come after the first attempt to read.
   */
  resume(): Promise<void> {
    if (this.#running) this.#rerunRequested = true
    else this.#running = this.#run().finally(() => (this.#running = undefined))
    return this.#running
  }

  async #run(): Promise<void> {
    const { cursor, loadSnapshot } = this.#source
    let advanced: boolean
    do {
      this.#rerunRequested = false
      const before = cursor()
      await (before === undefined ? loadSnapshot() : this.#readPages())
      advanced = (cursor() ?? -1) > (before ?? -1)
    } while (this.#rerunRequested || (advanced && (cursor() ?? 0) < this.#highestKnownSeq))
  }

  async #readPages(): Promise<void> {
    const { cursor, loadSnapshot, readAfter, maxPages = Infinity } = this.#source
    for (let pages = 0; ; pages++) {
      if (pages >= maxPages) return loadSnapshot()
      const { entries, head, more } = await readAfter(cursor() ?? 0)
      this.#highestKnownSeq = Math.max(this.#highestKnownSeq, head)
      this.#apply(entries)
      if (!more) return
    }
  }

  /** Applies the entries that are next and returns whether one before them is missing. */
  #apply(incoming: readonly Entry[]): boolean {
    const { entries, gap } = takeInOrder(this.#source.cursor() ?? 0, incoming)
    if (entries.length > 0) this.#source.apply(entries)
    return gap
  }

  /** Catches up without waiting; a failed read is retried by the next entry, heartbeat or reconnect. */
  #resumeInBackground(): void {
    void this.resume().catch(() => {})
  }
}
