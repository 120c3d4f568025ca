import type { ReadRows } from './nothing-lost.ts'

/** The key of the advisory lock of the node that runs the event handlers. */
export const relayLockKey = 7_261_102
/** Handlers save their places ten times a second; on a busy machine a save can be late. */
const maxUnsavedMs = 1_000
/** A life in which they worked for this time, on several events, has saved something. */
const judgedWorkMs = 400
const judgedEvents = 5

/** The start of one life of the server: the database's time, where the event handlers were, and whether events waited. */
export type LifeStart = { readonly at: Date; readonly places: string; readonly hasWaiting: boolean }

export async function readLifeStart(rows: ReadRows): Promise<LifeStart> {
  const [start] = await rows<{ at: Date; waiting: boolean }>(
    `select now() as at, exists (
      select 1 from handler_cursors c join events e on (e.xid, e.position) > (c.xid, c.position)
      where e.xid < pg_snapshot_xmin(pg_current_snapshot())
    ) as waiting`,
  )
  return { at: start?.at ?? new Date(), places: await readPlaces(rows), hasWaiting: start?.waiting === true }
}

/** Returns the places of all event handlers, to be compared with a later reading. */
async function readPlaces(rows: ReadRows): Promise<string> {
  const [read] = await rows<{ places: string }>(
    `select string_agg(concat_ws(' ', handler, xid, position), ',' order by handler) as places from handler_cursors`,
  )
  return read?.places ?? ''
}

/** Returns whether the event handlers have worked long enough in this life for their progress to be judged. */
export async function hasWorked(rows: ReadRows, life: LifeStart): Promise<boolean> {
  const worked = await rows(
    `select 1 from handled_events where at > $1
    having count(*) >= $2 and max(at) - min(at) > $3 * interval '1 millisecond'`,
    [life.at, judgedEvents, judgedWorkMs],
  )
  return worked.length > 0
}

/** Returns whether no event handler has advanced since the start of a life. */
export async function standsStill(rows: ReadRows, life: LifeStart): Promise<boolean> {
  return (await readPlaces(rows)) === life.places
}

/** Returns whether a node runs the event handlers now. */
export async function hasRelay(rows: ReadRows): Promise<boolean> {
  const found = await rows(
    `select 1 from pg_locks where locktype = 'advisory' and objid = $1 and granted
      and database = (select oid from pg_database where datname = current_database())`,
    [relayLockKey],
  )
  return found.length > 0
}

/**
 * Finds out whether the life that has just ended lost work: no handler advanced, or one had worked for longer than it
 * may without saving its place, so that the next life repeats all of it.
 */
export async function findLostProgress(rows: ReadRows, life: LifeStart): Promise<string[]> {
  const stood = (await standsStill(rows, life)) ? ['no event handler advanced'] : []
  const unsaved = await rows<{ handler: string; events: number; ms: number }>(
    `select c.handler, count(*)::int as events, (extract(epoch from max(h.at) - min(h.at)) * 1000)::int as ms
    from handler_cursors c
    join handled_events h on h.handler = c.handler and h.at > $1
    join events e on e.id = h.event_id and (e.xid, e.position) > (c.xid, c.position)
    group by c.handler having max(h.at) - min(h.at) > $2 * interval '1 millisecond'`,
    [life.at, maxUnsavedMs],
  )
  return [
    ...stood,
    ...unsaved.map(({ handler, events, ms }) => `the handler ${handler} had not saved ${events} events of ${ms} ms`),
  ]
}
