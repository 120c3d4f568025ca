import { instant } from '@veranda/core/time/instant.ts'
import { transact } from '../db/transact.ts'
import { type Deps } from '../deps.ts'
import { type EventHandler, runEventHandler } from '../events/event-handler.ts'
import { scheduleTimer } from '../timers/timers.ts'

export type FailedEvent = { handler: string; eventId: string; type: string; at: number; error: string }

/** Lists the dead letters of events, oldest first. */
export async function listFailedEvents({ db }: Pick<Deps, 'db'>): Promise<FailedEvent[]> {
  const rows = await db
    .selectFrom('event_dead_letters as f')
    .innerJoin('events as e', 'e.id', 'f.event_id')
    .select(['f.handler', 'f.event_id', 'f.error', 'f.at', 'e.type'])
    .orderBy('f.at')
    .execute()
  return rows.map((row) => ({
    handler: row.handler,
    eventId: row.event_id,
    type: row.type,
    at: row.at,
    error: row.error,
  }))
}

/**
 * Runs the event handler of a dead letter now; returns false when there is none. If it throws, the dead letter stays.
 */
export async function retryFailedEvent(deps: Deps, handler: EventHandler, eventId: string): Promise<boolean> {
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

export type FailedTimer = { key: string; kind: string; at: number; error: string }

/** Lists the dead letters of timers, oldest first. */
export async function listFailedTimers({ db }: Pick<Deps, 'db'>): Promise<FailedTimer[]> {
  const rows = await db.selectFrom('timer_dead_letters').selectAll().orderBy('failed_at').execute()
  return rows.map((row) => ({ key: row.key, kind: row.kind, at: row.failed_at, error: row.error }))
}

/** Schedules a dead timer again for its original time; returns false when there is none. */
export async function retryFailedTimer(deps: Pick<Deps, 'db' | 'commitSignals'>, key: string): Promise<boolean> {
  return transact(deps, async (tx) => {
    const row = await tx.deleteFrom('timer_dead_letters').where('key', '=', key).returningAll().executeTakeFirst()
    if (!row) return false
    const subject = { kind: row.subject_kind, id: row.subject_id }
    // scheduleTimer wrote it as an object.
    await scheduleTimer(tx, { kind: row.kind, key, subject, at: instant(row.at), data: row.data as object })
    return true
  })
}
