import { sql } from 'kysely'
import { type Db } from '../db/database.ts'
import { type Stream, type StreamRow, type CommitSignal } from '../db/commit-signals.ts'
import { maxStreamPage, readStream, readStreamHead } from '../events/streams.ts'
import { type Logger } from '../logger.ts'

type WatchedStream = {
  stream: Stream
  watchers: number
  lastEmittedSeq: number | undefined
  catchUpRun: Promise<void> | undefined
  catchUpQueued: boolean
}

export type FanOut = {
  /** Adds a local subscriber of a stream; rows committed from now on are emitted. */
  watch(stream: Stream): Promise<void>
  unwatch(stream: Stream): void
  /** Returns the newest sequence number emitted here; undefined without local subscribers. */
  head(stream: Stream): number | undefined
  onCommitSignal(touched: CommitSignal): void
  /** Checks every watched stream for rows whose signal was lost. */
  catchUpAll(): Promise<void>
}

/**
 * Makes the fan-out that emits the rows of streams with local subscribers, each once, in the order of seq. A row
 * written on this node is emitted directly; a row that does not directly follow the last one is read from the table.
 */
export function makeFanOut(db: Db, log: Logger, emit: (row: StreamRow) => void): FanOut {
  const watched = new Map<string, WatchedStream>()

  const emitRow = (entry: WatchedStream, row: StreamRow) => {
    entry.lastEmittedSeq = row.seq
    emit(row)
  }

  /** Reads missing rows; calls during a run are merged into one further run. */
  const catchUp = (entry: WatchedStream): Promise<void> => {
    if (entry.catchUpRun) {
      entry.catchUpQueued = true
      return entry.catchUpRun
    }
    entry.catchUpRun = (async () => {
      try {
        do {
          entry.catchUpQueued = false
          entry.lastEmittedSeq ??= await readStreamHead(db, entry.stream)
          for (let more = true; more;) {
            const rows = await readStream(db, entry.stream, { after: entry.lastEmittedSeq })
            for (const row of rows) if (row.seq > entry.lastEmittedSeq) emitRow(entry, { stream: entry.stream, ...row })
            more = rows.length === maxStreamPage
          }
        } while (entry.catchUpQueued)
      } catch (error) {
        log.warn({ err: error }, 'stream catch-up failed')
      } finally {
        entry.catchUpRun = undefined
      }
    })()
    return entry.catchUpRun
  }

  return {
    async watch(stream) {
      const key = streamKey(stream)
      const known = watched.get(key)
      if (known) known.watchers += 1
      const entry = known ?? {
        stream,
        watchers: 1,
        lastEmittedSeq: undefined,
        catchUpRun: undefined,
        catchUpQueued: false,
      }
      if (!known) watched.set(key, entry)
      if (entry.lastEmittedSeq === undefined) await catchUp(entry)
    },
    unwatch(stream) {
      const key = streamKey(stream)
      const entry = watched.get(key)
      if (!entry) return
      entry.watchers -= 1
      if (entry.watchers <= 0) watched.delete(key)
    },
    head: (stream) => watched.get(streamKey(stream))?.lastEmittedSeq,
    onCommitSignal({ streamRows = [], streamHeads = [] }) {
      for (const row of streamRows) {
        const entry = watched.get(streamKey(row.stream))
        if (!entry || (entry.lastEmittedSeq !== undefined && row.seq <= entry.lastEmittedSeq)) continue
        if (entry.lastEmittedSeq !== undefined && !entry.catchUpRun && row.seq === entry.lastEmittedSeq + 1)
          emitRow(entry, row)
        else void catchUp(entry)
      }
      for (const { stream, seq } of streamHeads) {
        const entry = watched.get(streamKey(stream))
        if (entry && (entry.lastEmittedSeq ?? -1) < seq) void catchUp(entry)
      }
    },
    async catchUpAll() {
      const all = [...watched.values()]
      if (all.length === 0) return
      const { rows } = await sql<{ kind: string; id: string; last_seq: number }>`
        select s.kind, s.id, s.last_seq from unnest(
          ${all.map(({ stream }) => stream.kind)}::text[], ${all.map(({ stream }) => stream.id)}::uuid[]
        ) as w (kind, id) join streams s on s.kind = w.kind and s.id = w.id`.execute(db)
      for (const row of rows) {
        const entry = watched.get(`${row.kind}:${row.id}`)
        if (entry && (entry.lastEmittedSeq ?? -1) < row.last_seq) void catchUp(entry)
      }
    },
  }
}

export function streamKey(stream: Stream): string {
  return `${stream.kind}:${stream.id}`
}
