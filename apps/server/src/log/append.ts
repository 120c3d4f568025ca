import { type Instant } from '@veranda/core/time/instant.ts'
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
export async function append(t: Tx, event: NewEvent): Promise<string> {
  const id = randomUUID()
  await t
    .insertInto('events')
    .values({
      id,
      type: event.type,
      subject_kind: event.subject.kind,
      subject_id: event.subject.id,
      project_id: event.projectId ?? null,
      actor_id: event.actor,
      at: new Date(event.at),
      data: JSON.stringify(event.data),
    })
    .execute()
  touch(t, { events: true })
  return id
}
