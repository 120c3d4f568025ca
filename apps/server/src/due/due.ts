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
  run(at: { t: Tx; due: Due; deps: Deps }): Promise<void>
}

/** Sets a timer on the product's clock. `key` is unique: the same key moves the timer that is there. */
export async function scheduleDue(t: Tx, due: Omit<Due, 'data'> & { data?: object }): Promise<void> {
  const row = {
    kind: due.kind,
    subject_kind: due.subject.kind,
    subject_id: due.subject.id,
    at: new Date(due.at),
    data: JSON.stringify(due.data ?? {}),
  }
  await t
    .insertInto('due')
    .values({ key: due.key, ...row })
    .onConflict((c) => c.column('key').doUpdateSet({ ...row, tries: 0, retry_at: null, error: null }))
    .execute()
  touch(t, { due: true })
}

/** Takes a timer away; nothing happens when there is none. */
export async function cancelDue(t: Tx, key: string): Promise<void> {
  await sql`delete from due where key = ${key}`.execute(t)
}

/**
 * What happens when a timer of this kind is over. Runs in the transaction that removes the row, so it takes effect
 * once; a throw is tried again with backoff and after ten tries goes into the list of failures that an operator sees.
 */
export function onDue(kind: string, run: DueHandler['run']): DueHandler {
  return { kind, run }
}
