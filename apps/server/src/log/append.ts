import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { type Tx } from '../db/database.ts'
import { touch } from '../db/wake.ts'

/** What one thing that happened must tell. `type` is in the past tense: `milestone.approved`. */
export type NewEvent<Type extends string = string, Data extends object = object> = {
  readonly type: Type
  readonly subject: { readonly kind: string; readonly id: string }
  readonly projectId?: string | null
  /** Who did it; null when a timer, a webhook or the system did. */
  readonly actor: string | null
  readonly at: Instant
  readonly data: Data
}

/** An event as reactions and activity read it. */
export type LoggedEvent<Type extends string = string, Data = unknown> = {
  readonly id: string
  readonly type: Type
  readonly subject: { readonly kind: string; readonly id: string }
  readonly projectId: string | null
  readonly actor: string | null
  readonly at: Instant
  readonly data: Data
}

/**
 * Writes one row into the log, in the transaction of the change itself: audit, reactions and activity all read it.
 * Reactions run after the commit. Answers the event's id.
 */
export async function append(tx: Tx, event: NewEvent): Promise<string> {
  const id = randomUUID()
  await write(tx, [{ id, ...event }])
  return id
}

/** The same for several events that happen together, in their order and in one statement. */
export async function appendAll(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0)
    await write(
      tx,
      events.map((event) => ({ id: randomUUID(), ...event })),
    )
}

async function write(tx: Tx, events: readonly (NewEvent & { id: string })[]): Promise<void> {
  const rows = events.map(
    ({ id, type, subject, projectId, actor, at, data }) =>
      sql`(${id}, ${type}, ${subject.kind}, ${subject.id}, ${projectId ?? null}, ${actor}, ${new Date(at)}, ${JSON.stringify(data)})`,
  )
  await sql`insert into events (id, type, subject_kind, subject_id, project_id, actor_id, at, data)
    values ${sql.join(rows)}`.execute(tx)
  touch(tx, { events: true })
}
