import { instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../db/database.ts'
import { type StoredEvent } from './append-event.ts'

/** A position in the outbox. */
export type OutboxPosition = { xid: string; position: number }
export type EventRow = OutboxPosition & { event: StoredEvent }

/** The number of events per read. */
export const eventBatchSize = 200

/**
 * Reads the next events of these types after a position, in the order of (xid, position), up to the first that an older
 * running transaction may still precede. `horizon` is the first transaction that may still be running; by default the
 * oldest one running anywhere on this Postgres.
 */
export async function readEvents(
  db: Db,
  after: OutboxPosition,
  types: readonly string[],
  horizon?: string,
): Promise<{ settled: EventRow[]; heldBack: boolean }> {
  const limit = horizon === undefined ? sql`pg_snapshot_xmin(pg_current_snapshot())` : sql`${horizon}::xid8`
  const { rows } = await sql<StoredEventRow>`
    select id, type, subject_kind, subject_id, project_id, actor_id, at, data, xid::text, position,
      xid < ${limit} as settled
    from events where (xid, position) > (${after.xid}::xid8, ${after.position}) and type = any(${types})
    order by events.xid, events.position limit ${sql.lit(eventBatchSize)}`.execute(db)
  const firstUnsettled = rows.findIndex((row) => !row.settled)
  return {
    settled: (firstUnsettled < 0 ? rows : rows.slice(0, firstUnsettled)).map(toEventRow),
    heldBack: firstUnsettled >= 0,
  }
}

/**
 * Returns the first transaction of this database that may still be running; other databases of the same Postgres cannot
 * write our events. All transactions below it ended before this statement, so a later one sees them. The snapshot is
 * taken before the list of running transactions, so one that starts in between gets a higher number than both.
 * backend_xid has 32 bits and is extended to 64 by its distance from the end of the snapshot.
 */
export async function readDatabaseHorizon(db: Db): Promise<string> {
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

type StoredEventRow = {
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

function toEventRow(row: StoredEventRow): EventRow {
  return {
    xid: row.xid,
    position: row.position,
    event: {
      id: row.id,
      position: row.position,
      type: row.type,
      subject: { kind: row.subject_kind, id: row.subject_id },
      projectId: row.project_id,
      actor: row.actor_id,
      at: instant(row.at),
      data: row.data,
    },
  }
}
