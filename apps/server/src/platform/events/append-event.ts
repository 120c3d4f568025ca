import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { type Tx } from '../db/database.ts'
import { signalAfterCommit } from '../db/commit-signals.ts'

/** A domain event to append. `type` is in the past tense: `milestone.approved`. */
export type NewEvent<Type extends string = string, Data extends object = object> = {
  readonly type: Type
  readonly subject: { readonly kind: string; readonly id: string }
  readonly projectId?: string | null
  /** The user who caused it; null for a timer, a webhook or the system. */
  readonly actor: string | null
  readonly at: Instant
  readonly data: Data
}

/** An event as event handlers and the activity list read it. */
export type StoredEvent<Type extends string = string, Data = unknown> = {
  readonly id: string
  /** Grows with every event about one aggregate, whose lock the appending transaction holds. */
  readonly position: number
  readonly type: Type
  readonly subject: { readonly kind: string; readonly id: string }
  readonly projectId: string | null
  readonly actor: string | null
  readonly at: Instant
  readonly data: Data
}

/**
 * Appends an event to the outbox, in the transaction of the change itself. Event handlers run after the commit. Returns
 * the event's id.
 */
export async function appendEvent(tx: Tx, event: NewEvent): Promise<string> {
  const id = randomUUID()
  await insertEvents(tx, [{ id, ...event }])
  return id
}

/** Appends several events in their order, in one statement. */
export async function appendEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0)
    await insertEvents(
      tx,
      events.map((event) => ({ id: randomUUID(), ...event })),
    )
}

async function insertEvents(tx: Tx, events: readonly (NewEvent & { id: string })[]): Promise<void> {
  const rows = events.map(
    ({ id, type, subject, projectId, actor, at, data }) =>
      sql`(${id}, ${type}, ${subject.kind}, ${subject.id}, ${projectId ?? null}, ${actor}, ${new Date(at)}, ${JSON.stringify(data)})`,
  )
  await sql`insert into events (id, type, subject_kind, subject_id, project_id, actor_id, at, data)
    values ${sql.join(rows)}`.execute(tx)
  signalAfterCommit(tx, { events: true })
}
