import { isUuid } from '@veranda/core/ids.ts'
import { instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type AdminQueue } from '../access/admin-queue.ts'
import { type Tx } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type Deps } from '../deps.ts'
import { type EventHandler, runEventHandler } from '../events/event-handler.ts'
import { type JobRunner } from './job-runner.ts'
import { scheduleTimer } from '../timers/timers.ts'

/** A job, timer or event that was given up after its last retry. */
export type DeadLetter = {
  /** Its kind, then what identifies it: `handler:<name>:<event>`, `timer:<key>` or `job:<queue>:<id>`. */
  readonly id: string
  readonly description: string
  readonly at: string
  readonly error: string
}

/** The parts of the app that can give up work. */
export type DeadLetterSources = {
  readonly deps: Deps
  readonly jobs: Pick<JobRunner, 'listFailed' | 'retryFailed'>
  readonly eventHandlers: readonly EventHandler[]
}

/** Lists the dead letters of events, timers and jobs, the oldest first of each kind. */
export async function listDeadLetters({ deps: { db }, jobs }: DeadLetterSources): Promise<DeadLetter[]> {
  const events = await db
    .selectFrom('event_dead_letters as f')
    .innerJoin('events as e', 'e.id', 'f.event_id')
    .select(['f.handler', 'f.event_id', 'f.error', 'f.at', 'e.type'])
    .orderBy('f.at')
    .execute()
  const timers = await db.selectFrom('timer_dead_letters').selectAll().orderBy('failed_at').execute()
  return [
    ...events.map(({ handler, event_id: eventId, type, at, error }) => ({
      id: `handler:${handler}:${eventId}`,
      description: `handler ${handler} to ${type}`,
      at: toIso(at),
      error,
    })),
    ...timers.map(({ key, kind, failed_at: failedAt, error }) => ({
      id: `timer:${key}`,
      description: `timer ${kind}`,
      at: toIso(failedAt),
      error,
    })),
    ...(await jobs.listFailed()).map(({ queue, id, at, error }) => ({
      id: `job:${queue}:${id}`,
      description: `job in ${queue}`,
      at,
      error,
    })),
  ]
}

/** Selects them as cases for an admin. Those of jobs are in the tables of pg-boss; copies for `onDeadLetter` are left out. */
export const deadLetterQueue: AdminQueue = {
  name: 'failed-work',
  select: () => sql`
    select 'handler:' || f.handler || ':' || f.event_id as case_id, 'open' as state, f.at as opened_at,
      'handler ' || f.handler || ' to ' || e.type as title, f.error as detail, null::bigint as amount, null as currency,
      null::timestamptz as due_at
    from event_dead_letters f join events e on e.id = f.event_id
    union all
    select 'timer:' || key, 'open', failed_at, 'timer ' || kind, error, null, null, null from timer_dead_letters
    union all
    select 'job:' || name || ':' || id, 'open', coalesce(completed_on, created_on), 'job in ' || name,
      coalesce(output::text, ''), null, null, null
    from pgboss.job where state = 'failed' and name not like '%.given-up'`,
}

/**
 * Gives up one dead letter for good and returns what it was, in the transaction that records who did; undefined when the
 * id is unknown, or another call was faster.
 */
export async function dropDeadLetter(tx: Tx, id: string): Promise<object | undefined> {
  const [kind = '', first = '', ...rest] = id.split(':')
  const last = rest.join(':')
  if (kind === 'timer') {
    const key = [first, ...rest].join(':')
    return tx.deleteFrom('timer_dead_letters').where('key', '=', key).returningAll().executeTakeFirst()
  }
  if (!isUuid(last)) return undefined
  if (kind === 'handler') {
    const ofHandler = tx.deleteFrom('event_dead_letters').where('handler', '=', first).where('event_id', '=', last)
    return ofHandler.returningAll().executeTakeFirst()
  }
  const { rows } = await sql<{ name: string; id: string }>`
    delete from pgboss.job where name = ${first} and id = ${last} and state = 'failed' returning name, id`.execute(tx)
  return kind === 'job' ? rows[0] : undefined
}

/**
 * Retries one dead letter; returns false when the id is unknown. An event handler runs at once, a job or timer shortly
 * after.
 */
export async function retryDeadLetter({ deps, jobs, eventHandlers }: DeadLetterSources, id: string): Promise<boolean> {
  const [kind = '', first = '', ...rest] = id.split(':')
  if (kind === 'timer') return retryTimer(deps, [first, ...rest].join(':'))
  const last = rest.join(':')
  if (!isUuid(last)) return false
  if (kind === 'job') return jobs.retryFailed(first, last)
  const handler = eventHandlers.find(({ name }) => name === first)
  return kind === 'handler' && handler !== undefined && retryEvent(deps, handler, last)
}

/**
 * Runs the event handler of a dead letter now; returns false when there is none. If it throws, the dead letter stays.
 */
async function retryEvent(deps: Deps, handler: EventHandler, eventId: string): Promise<boolean> {
  const row = await deps.db
    .selectFrom('event_dead_letters as f')
    .innerJoin('events as e', 'e.id', 'f.event_id')
    .selectAll('e')
    .where('f.handler', '=', handler.name)
    .where('f.event_id', '=', eventId)
    .executeTakeFirst()
  if (!row) return false
  await runEventHandler(deps, handler, {
    id: row.id,
    position: row.position,
    type: row.type,
    subject: { kind: row.subject_kind, id: row.subject_id },
    projectId: row.project_id,
    actor: row.actor_id,
    at: row.at,
    data: row.data,
  })
  await deps.db
    .deleteFrom('event_dead_letters')
    .where('handler', '=', handler.name)
    .where('event_id', '=', eventId)
    .execute()
  return true
}

/** Schedules a dead timer again for its original time; returns false when there is none. */
async function retryTimer(deps: Pick<Deps, 'db' | 'commitSignals'>, key: string): Promise<boolean> {
  return transact(deps, async (tx) => {
    const row = await tx.deleteFrom('timer_dead_letters').where('key', '=', key).returningAll().executeTakeFirst()
    if (!row) return false
    const subject = { kind: row.subject_kind, id: row.subject_id }
    // scheduleTimer wrote it as an object.
    await scheduleTimer(tx, { kind: row.kind, key, subject, at: instant(row.at), data: row.data as object })
    return true
  })
}
