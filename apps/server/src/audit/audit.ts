import { randomUUID } from 'node:crypto'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../db/database.ts'

export type AuditEntry = {
  /** What happened, in the past tense: `session.started`. */
  readonly what: string
  /** Whom it concerns. */
  readonly person: string | null
  /** Who did it; null when nobody signed in did. */
  readonly actor: string | null
  readonly at: Instant
  readonly request?: { readonly id: string; readonly ip: string; readonly userAgent: string | null }
  readonly data?: object
}

/** Writes one row of the audit log, in the transaction of what it tells. Never put secrets into `data`. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      id: randomUUID(),
      what: entry.what,
      person_id: entry.person,
      actor_id: entry.actor,
      address: entry.request?.ip ?? null,
      user_agent: entry.request?.userAgent ?? null,
      request_id: entry.request?.id ?? null,
      data: JSON.stringify(entry.data ?? {}),
      at: new Date(entry.at),
    })
    .execute()
}
