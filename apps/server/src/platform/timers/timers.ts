import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Deps } from '../deps.ts'
import { type Tx } from '../db/database.ts'
import { signalAfterCommit } from '../db/commit-signals.ts'

/** A timer as its handler receives it. */
export type Timer = {
  readonly key: string
  readonly kind: string
  readonly subject: { readonly kind: string; readonly id: string }
  readonly at: Instant
  readonly data: Readonly<Record<string, unknown>>
}

export type TimerHandler = {
  readonly kind: string
  run(at: { tx: Tx; timer: Timer; deps: Deps }): Promise<void>
}

/** Schedules a timer on the product's clock. `key` is unique: scheduling an existing key moves that timer. */
export async function scheduleTimer(tx: Tx, timer: Omit<Timer, 'data'> & { data?: object }): Promise<void> {
  const row = {
    kind: timer.kind,
    subject_kind: timer.subject.kind,
    subject_id: timer.subject.id,
    at: new Date(timer.at),
    data: JSON.stringify(timer.data ?? {}),
  }
  await tx
    .insertInto('timers')
    .values({ key: timer.key, ...row })
    .onConflict((c) => c.column('key').doUpdateSet({ ...row, tries: 0, retry_at: null, error: null }))
    .execute()
  signalAfterCommit(tx, { timers: true })
}

/**
 * Schedules a timer for an item, or adds the item to the timer with this key that is scheduled already, whose time stays.
 * Its data has the `items`.
 */
export async function addToTimer(tx: Tx, timer: Omit<Timer, 'data'>, item: string): Promise<void> {
  const { key, kind, subject, at } = timer
  const data = JSON.stringify({ items: [item] })
  await sql`
    insert into timers (key, kind, subject_kind, subject_id, at, data)
    values (${key}, ${kind}, ${subject.kind}, ${subject.id}, ${new Date(at)}, ${data})
    on conflict (key) do update
      set data = jsonb_build_object('items', (timers.data -> 'items') || (excluded.data -> 'items'))`.execute(tx)
  signalAfterCommit(tx, { timers: true })
}

/**
 * Replaces the future timers of a subject; each `at` must be after `now`. Timers that are already due are left to the
 * scanner, which may have locked them.
 */
export async function replaceTimers(
  tx: Tx,
  subject: Timer['subject'],
  now: Instant,
  timers: readonly { readonly kind: string; readonly at: Instant; readonly key: string; readonly data?: object }[],
): Promise<void> {
  await sql`
    delete from timers where subject_kind = ${subject.kind} and subject_id = ${subject.id}
      and at > ${new Date(now)}::timestamptz and not (key = any(${timers.map(({ key }) => key)}::text[]))`.execute(tx)
  if (timers.length === 0) return
  await sql`
    insert into timers (key, kind, subject_kind, subject_id, at, data)
    select timer.key, timer.kind, ${subject.kind}, ${subject.id}, timer.at, timer.data
    from unnest(
      ${timers.map(({ key }) => key)}::text[], ${timers.map(({ kind }) => kind)}::text[],
      ${timers.map(({ at }) => new Date(at))}::timestamptz[], ${timers.map(({ data }) => JSON.stringify(data ?? {}))}::jsonb[]
    ) as timer (key, kind, at, data)
    on conflict (key) do update set at = excluded.at, data = excluded.data, tries = 0, retry_at = null, error = null
      where timers.at is distinct from excluded.at or timers.data is distinct from excluded.data`.execute(tx)
  signalAfterCommit(tx, { timers: true })
}

/** Reschedules the timer that is being run for at least `delayMs` from now. Its due time stays the same. */
export async function rescheduleTimer(tx: Tx, { key, kind, subject, at, data }: Timer, delayMs: number): Promise<void> {
  await sql`
    insert into timers (key, kind, subject_kind, subject_id, at, data, retry_at)
    values (${key}, ${kind}, ${subject.kind}, ${subject.id}, ${new Date(at)}, ${JSON.stringify(data)},
      clock_timestamp() + ${delayMs} * interval '1 millisecond')
    on conflict (key) do nothing`.execute(tx)
}

/** Statement for a database without a server: schedules a timer ($2) that is due for each of some users ($1), with data ($3). */
export const scheduleForUsers = `
  insert into timers (key, kind, subject_kind, subject_id, at, data)
  select $2 || ':' || id, $2, 'user', id, now(), $3::jsonb from unnest($1::text[]) as users (id)
  on conflict (key) do update set at = excluded.at, data = excluded.data, tries = 0, retry_at = null, error = null`

/** Cancels a timer; does nothing when there is none. */
export async function cancelTimer(tx: Tx, key: string): Promise<void> {
  await sql`delete from timers where key = ${key}`.execute(tx)
}

/**
 * Declares the handler for timers of a kind. It runs in the transaction that deletes the row, so it takes effect once.
 * A throw is retried with backoff; after ten tries the timer becomes a dead letter.
 */
export function timerHandler(kind: string, run: TimerHandler['run']): TimerHandler {
  return { kind, run }
}
