import { sql } from 'kysely'
import { type Db } from '../db/database.ts'
import { type Stream, type StreamRow, type Touched } from '../db/wake.ts'
import { readStream, streamHead } from '../log/stream.ts'
import { type Logger } from '../logger.ts'

type Watched = {
  stream: Stream
  watchers: number
  emitted: number | undefined
  catching: Promise<void> | undefined
  again: boolean
}

export type FanOut = {
  /** Counts one more local listener of a stream; rows committed from now on are emitted. */
  watch(stream: Stream): Promise<void>
  unwatch(stream: Stream): void
  /** The newest number emitted here; undefined while nobody here listens. */
  head(stream: Stream): number | undefined
  touched(touched: Touched): void
  /** Looks at every watched stream, for what no wake-up told. */
  sweep(): Promise<void>
}

/**
 * Emits the rows of the streams that somebody on this node listens to, each once, in the order of seq. A row written
 * here goes out as it is; whatever does not follow directly on the last one is read from the table.
 */
export function makeFanOut(db: Db, log: Logger, emit: (row: StreamRow) => void): FanOut {
  const watched = new Map<string, Watched>()

  const emitRow = (at: Watched, row: StreamRow) => {
    at.emitted = row.seq
    emit(row)
  }

  /** Reads what is missing; several calls while one runs become one more read. */
  const catchUp = (at: Watched): Promise<void> => {
    if (at.catching) {
      at.again = true
      return at.catching
    }
    at.catching = (async () => {
      try {
        do {
          at.again = false
          at.emitted ??= await streamHead(db, at.stream)
          for (let more = true; more;) {
            const rows = await readStream(db, at.stream, { after: at.emitted })
            for (const row of rows) if (row.seq > at.emitted) emitRow(at, { stream: at.stream, ...row })
            more = rows.length === 500
          }
        } while (at.again)
      } catch (error) {
        log.warn({ err: error }, 'a stream could not be read for its listeners')
      } finally {
        at.catching = undefined
      }
    })()
    return at.catching
  }

  return {
    async watch(stream) {
      const key = keyOf(stream)
      const known = watched.get(key)
      if (known) known.watchers += 1
      const at = known ?? { stream, watchers: 1, emitted: undefined, catching: undefined, again: false }
      if (!known) watched.set(key, at)
      if (at.emitted === undefined) await catchUp(at)
    },
    unwatch(stream) {
      const key = keyOf(stream)
      const at = watched.get(key)
      if (!at) return
      at.watchers -= 1
      if (at.watchers <= 0) watched.delete(key)
    },
    head: (stream) => watched.get(keyOf(stream))?.emitted,
    touched({ rows = [], heads = [] }) {
      for (const row of rows) {
        const at = watched.get(keyOf(row.stream))
        if (!at || (at.emitted !== undefined && row.seq <= at.emitted)) continue
        if (at.emitted !== undefined && !at.catching && row.seq === at.emitted + 1) emitRow(at, row)
        else void catchUp(at)
      }
      for (const { stream, seq } of heads) {
        const at = watched.get(keyOf(stream))
        if (at && (at.emitted ?? -1) < seq) void catchUp(at)
      }
    },
    async sweep() {
      const all = [...watched.values()]
      if (all.length === 0) return
      const { rows } = await sql<{ kind: string; id: string; last_seq: number }>`
        select s.kind, s.id, s.last_seq from unnest(
          ${all.map(({ stream }) => stream.kind)}::text[], ${all.map(({ stream }) => stream.id)}::uuid[]
        ) as w (kind, id) join streams s on s.kind = w.kind and s.id = w.id`.execute(db)
      for (const row of rows) {
        const at = watched.get(`${row.kind}:${row.id}`)
        if (at && (at.emitted ?? -1) < row.last_seq) void catchUp(at)
      }
    },
  }
}

export function keyOf(stream: Stream): string {
  return `${stream.kind}:${stream.id}`
}
