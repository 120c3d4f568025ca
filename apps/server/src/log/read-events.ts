import { instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../db/database.ts'
import { type LoggedEvent } from './append.ts'

/** A place in the log's order. */
export type Place = { xid: string; position: number }
export type EventRow = Place & { event: LoggedEvent }

/** How many events are read at once. */
export const batch = 200

/**
 * The next events of these types after a place, in the order of (xid, position), up to the first that may still be
 * overtaken: by a transaction that is older and runs on. `horizon` is the first transaction that is not surely over;
 * without it, the oldest one that runs anywhere on this Postgres.
 */
export async function readEvents(
  db: Db,
  after: Place,
  types: readonly string[],
  horizon?: string,
): Promise<{ settled: EventRow[]; heldBack: boolean }> {
  const limit = horizon === undefined ? sql`pg_snapshot_xmin(pg_current_snapshot())` : sql`${horizon}::xid8`
  const { rows } = await sql<Row>`
    select id, type, subject_kind, subject_id, project_id, actor_id, at, data, xid::text, position,
      xid < ${limit} as settled
    from events where (xid, position) > (${after.xid}::xid8, ${after.position}) and type = any(${types})
    order by events.xid, events.position limit ${sql.lit(batch)}`.execute(db)
  const first = rows.findIndex((row) => !row.settled)
  return { settled: (first < 0 ? rows : rows.slice(0, first)).map(toEvent), heldBack: first >= 0 }
}

/**
 * The first transaction that is not surely over, looking at this database alone: another database of the same Postgres
 * cannot write our events. What is below it had ended before this statement did, so a later one sees all of it. The
 * snapshot comes before the look at who runs, and whoever begins in between gets a number above both. backend_xid has
 * 32 bits, and is brought to 64 by its distance from the snapshot's end.
 */
export async function horizonHere(db: Db): Promise<string> {
  const { rows } = await sql<{ horizon: string }>`
    with edge as materialized (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as xmax),
    running as materialized (
      select backend_xid::text::bigint as xid from pg_stat_activity
      where datname = current_database() and backend_xid is not null
    )
    select least(xmax, min(xmax - ((((xmax - xid) % 4294967296) + 6442450944) % 4294967296 - 2147483648)))::text
      as horizon
    from edge left join running on true group by xmax`.execute(db)
  return rows[0]?.horizon ?? '0'
}

type Row = {
  id: string
  type: string
  subject_kind: string
  subject_id: string
  project_id: string | null
  actor_id: string | null
  at: number
  data: unknown
  xid: string
  position: number
  settled: boolean
}

function toEvent(row: Row): EventRow {
  return {
    xid: row.xid,
    position: row.position,
    event: {
      id: row.id,
      type: row.type,
      subject: { kind: row.subject_kind, id: row.subject_id },
      projectId: row.project_id,
      actor: row.actor_id,
      at: instant(row.at),
      data: row.data,
    },
  }
}
