import { after, hour, type Instant, second } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Clock } from '../clock/clock.ts'
import { withinDeadline } from '../deadline.ts'
import { type Db, type Tx } from '../db/database.ts'
import { timestamptz } from '../db/timestamptz.ts'
import { type EventHandler } from '../events/event-handler.ts'
import { ledgerCheckedAction } from '../ledger/nightly-check.ts'
import { type Logger } from '../logger.ts'
import { type Figure, type FigureQuery, figure } from './figure.ts'

/** No statement of a scrape runs longer, so that scraping never adds to an overload. */
const statementTimeoutMs = second
/** Postgres itself may not reply; a scraper gives up after some seconds. */
const scrapeTimeoutMs = 2 * second
/** A handler further behind counts as this many events behind. */
const maxCountedEvents = 1_000

type Parts = {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly eventHandlers: readonly Pick<EventHandler, 'name' | 'types'>[]
  /** The actions in the audit log that are failed attempts to sign in. */
  readonly failedSignInActions: readonly string[]
  /** Read what the features count. */
  readonly featureFigures: readonly FigureQuery[]
}

/**
 * Reads the figures that all nodes share from the database. Without an answer in time there is only the figure that says
 * so, instead of old or zero values.
 */
export async function readDatabaseFigures({ db, log, ...parts }: Parts): Promise<readonly Figure[]> {
  const answered = (value: number) =>
    figure('veranda_database_figures_read', '1 when the database gave its figures to this scrape, else 0.', value)
  try {
    const reading = db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(statementTimeoutMs)}`.execute(tx)
      const now = parts.clock.now()
      return [
        answered(1),
        ...(await readEventLag(tx, now, parts.eventHandlers)),
        ...(await readTimers(tx, now)),
        ...(await readJobs(tx)),
        ...(await readFailedSignIns(tx, now, parts.failedSignInActions)),
        ...(await readLedgerCheck(tx, now)),
        ...(await readAll(tx, now, parts.featureFigures)),
      ]
    })
    return await withinDeadline(reading, scrapeTimeoutMs)
  } catch (error) {
    log.warn({ err: error }, 'reading figures from the database failed')
    return [answered(0)]
  }
}

/** Reads the figures of the features, one query after the other on the same connection. */
async function readAll(tx: Tx, now: Instant, queries: readonly FigureQuery[]): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const query of queries) figures.push(...(await query(tx, now)))
  return figures
}

const secondsSince = (from: number | null, now: Instant) => (from === null ? 0 : Math.max(0, (now - from) / second))

/** Reads how far each handler is behind the newest event of its types. */
async function readEventLag(tx: Tx, now: Instant, handlers: Parts['eventHandlers']): Promise<Figure[]> {
  const { rows } = await sql<{ handler: string; behind: number; oldest_at: number | null }>`
    select c.handler, late.behind, late.oldest_at
    from unnest(${handlers.map(({ name }) => name)}::text[], ${handlers.map(({ types }) => types.join(' '))}::text[])
      as h (name, types)
    join handler_cursors c on c.handler = h.name
    cross join lateral (
      select count(*) as behind, min(next.at) as oldest_at from (
        select e.at from events e
        where (e.xid, e.position) > (c.xid, c.position) and e.type = any(string_to_array(h.types, ' '))
        order by e.xid, e.position limit ${sql.lit(maxCountedEvents)}
      ) as next
    ) as late
    order by c.handler`.execute(tx)
  const sample = (handler: string, value: number) => ({ labels: { handler }, value })
  return [
    {
      name: 'veranda_event_handler_lag_events',
      help: `Events that a handler has not handled yet, at most ${maxCountedEvents}.`,
      samples: rows.map(({ handler, behind }) => sample(handler, behind)),
    },
    {
      name: 'veranda_event_handler_lag_seconds',
      help: 'Age of the oldest event that a handler has not handled yet; 0 when there is none.',
      samples: rows.map(({ handler, oldest_at: oldestAt }) => sample(handler, secondsSince(oldestAt, now))),
    },
  ]
}

async function readTimers(tx: Tx, now: Instant): Promise<Figure[]> {
  const { rows } = await sql<{ late: number; oldest_at: number | null; dead: number; dead_events: number }>`
    select count(*) as late, min(at) as oldest_at, (select count(*) from timer_dead_letters) as dead,
      (select count(*) from event_dead_letters) as dead_events
    from timers where at <= ${timestamptz(now)}`.execute(tx)
  const [row] = rows
  if (!row) return []
  return [
    figure(
      'veranda_timers_late',
      'Timers whose time has come and which have not run, those that are retried included.',
      row.late,
    ),
    figure(
      'veranda_timers_late_seconds',
      'How long the latest of them is over its time.',
      secondsSince(row.oldest_at, now),
    ),
    {
      name: 'veranda_dead_letters',
      help: 'Timers and events given up after their last retry; for jobs see veranda_jobs with the state failed.',
      samples: [
        { labels: { kind: 'timer' }, value: row.dead },
        { labels: { kind: 'event' }, value: row.dead_events },
      ],
    },
  ]
}

async function readJobs(tx: Tx): Promise<Figure[]> {
  const { rows } = await sql<{ state: string; jobs: number }>`
    select state.name as state, count(j.id) as jobs
    from unnest(array['created', 'retry', 'active', 'failed']) as state (name)
    left join pgboss.job j on j.state::text = state.name and j.state in ('created', 'retry', 'active', 'failed')
    group by state.name`.execute(tx)
  const names: Readonly<Record<string, string>> = { created: 'waiting', retry: 'retrying', active: 'running' }
  return [
    {
      name: 'veranda_jobs',
      help: 'Jobs by state; failed ones were given up after their last retry.',
      samples: rows.map(({ state, jobs }) => ({ labels: { state: names[state] ?? state }, value: jobs })),
    },
  ]
}

async function readFailedSignIns(tx: Tx, now: Instant, actions: readonly string[]): Promise<Figure[]> {
  const since = timestamptz(after(now, -hour))
  const { rows } = await sql<{ attempts: number; accounts: number; addresses: number }>`
    select coalesce(sum((data ->> 'count')::bigint), 0)::bigint as attempts,
      count(distinct coalesce(user_id::text, data ->> 'emailHash')) as accounts,
      count(distinct ip_address) as addresses
    from audit_log where action = any(${[...actions]}) and at > ${since}`.execute(tx)
  const [row] = rows
  if (!row) return []
  return [
    figure('veranda_failed_sign_ins_last_hour', 'Failed sign-ins and second steps of the last hour.', row.attempts),
    figure('veranda_failed_sign_in_accounts_last_hour', 'Accounts, existing or not, of these attempts.', row.accounts),
    figure('veranda_failed_sign_in_addresses_last_hour', 'Addresses of the network of these attempts.', row.addresses),
  ]
}

async function readLedgerCheck(tx: Tx, now: Instant): Promise<Figure[]> {
  const { rows } = await sql<{ at: number; findings: number }>`
    select at, (data ->> 'findings')::int as findings from audit_log where action = ${ledgerCheckedAction}
    order by at desc limit 1`.execute(tx)
  const [row] = rows
  if (!row) return []
  return [
    figure(
      'veranda_ledger_check_age_seconds',
      'Time since the last nightly check of the ledger.',
      secondsSince(row.at, now),
    ),
    figure('veranda_ledger_check_findings', 'Violations that the last check found.', row.findings),
  ]
}
