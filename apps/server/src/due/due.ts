import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Deps } from '../deps.ts'
import { type Tx } from '../db/database.ts'
import { touch } from '../db/wake.ts'

/** A timer as its handler gets it. */
export type Due = {
  readonly key: string
  readonly kind: string
  readonly subject: { readonly kind: string; readonly id: string }
  readonly at: Instant
  readonly data: Readonly<Record<string, unknown>>
}

export type DueHandler = {
  readonly kind: string
  run(at: { tx: Tx; due: Due; deps: Deps }): Promise<void>
}

/** Sets a timer on the product's clock. `key` is unique: the same key moves the timer that is there. */
export async function scheduleDue(tx: Tx, due: Omit<Due, 'data'> & { data?: object }): Promise<void> {
  const row = {
    kind: due.kind,
    subject_kind: due.subject.kind,
    subject_id: due.subject.id,
    at: new Date(due.at),
    data: JSON.stringify(due.data ?? {}),
  }
  await tx
    .insertInto('due')
    .values({ key: due.key, ...row })
    .onConflict((c) => c.column('key').doUpdateSet({ ...row, tries: 0, retry_at: null, error: null }))
    .execute()
  touch(tx, { due: true })
}

/**
 * Makes these the timers of a subject that are still to come; each needs a moment after `now`. Timers whose moment has
 * come are left to the scanner, which may hold them.
 */
export async function replaceDue(
  tx: Tx,
  subject: Due['subject'],
  now: Instant,
  timers: readonly { readonly kind: string; readonly at: Instant; readonly key: string; readonly data?: object }[],
): Promise<void> {
  await sql`
    delete from due where subject_kind = ${subject.kind} and subject_id = ${subject.id}
      and at > ${new Date(now)}::timestamptz and not (key = any(${timers.map(({ key }) => key)}::text[]))`.execute(tx)
  if (timers.length === 0) return
  await sql`
    insert into due (key, kind, subject_kind, subject_id, at, data)
    select timer.key, timer.kind, ${subject.kind}, ${subject.id}, timer.at, timer.data
    from unnest(
      ${timers.map(({ key }) => key)}::text[], ${timers.map(({ kind }) => kind)}::text[],
      ${timers.map(({ at }) => new Date(at))}::timestamptz[], ${timers.map(({ data }) => JSON.stringify(data ?? {}))}::jsonb[]
    ) as timer (key, kind, at, data)
    on conflict (key) do update set at = excluded.at, data = excluded.data, tries = 0, retry_at = null, error = null
      where due.at is distinct from excluded.at or due.data is distinct from excluded.data`.execute(tx)
  touch(tx, { due: true })
}

/** Gives a timer that is being run another turn, no sooner than in so many milliseconds; it stays due at its moment. */
export async function putOff(tx: Tx, { key, kind, subject, at, data }: Due, wait: number): Promise<void> {
  await sql`
    insert into due (key, kind, subject_kind, subject_id, at, data, retry_at)
    values (${key}, ${kind}, ${subject.kind}, ${subject.id}, ${new Date(at)}, ${JSON.stringify(data)},
      clock_timestamp() + ${wait} * interval '1 millisecond')
    on conflict (key) do nothing`.execute(tx)
}

/** Takes a timer away; nothing happens when there is none. */
export async function cancelDue(tx: Tx, key: string): Promise<void> {
  await sql`delete from due where key = ${key}`.execute(tx)
}

/**
 * What happens when a timer of this kind is over. Runs in the transaction that removes the row, so it takes effect
 * once; a throw is tried again with backoff and after ten tries goes into the list of failures that an operator sees.
 */
export function onDue(kind: string, run: DueHandler['run']): DueHandler {
  return { kind, run }
}
