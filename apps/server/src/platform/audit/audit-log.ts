import { randomUUID } from 'node:crypto'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Eraser } from '../access/account-erasure.ts'
import { type Tx } from '../db/database.ts'
import { timestamptz } from '../db/timestamptz.ts'

export type AuditEntry = {
  /** The event in the past tense: `session.started`. */
  readonly action: string
  /** The user it is about. */
  readonly userId: string | null
  /** The user who did it; null when no signed-in user did. */
  readonly actorId: string | null
  readonly at: Instant
  readonly request?: { readonly id: string; readonly ip: string; readonly userAgent: string | null }
  readonly data?: object
}

/** Writes one row of the audit log, in the transaction of the change it records. Never put secrets into `data`. */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      id: randomUUID(),
      action: entry.action,
      user_id: entry.userId,
      actor_id: entry.actorId,
      ip_address: entry.request?.ip ?? null,
      user_agent: entry.request?.userAgent ?? null,
      request_id: entry.request?.id ?? null,
      data: JSON.stringify(entry.data ?? {}),
      at: new Date(entry.at),
    })
    .execute()
}

/** Returns whether the log of a user has this action since a time. */
export async function hasAuditedSince(tx: Tx, userId: string, action: string, since: Instant): Promise<boolean> {
  const row = await tx
    .selectFrom('audit_log')
    .select('id')
    .where('user_id', '=', userId)
    .where('action', '=', action)
    .where('at', '>=', timestamptz(since))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Removes addresses, devices and details from the log of a user, and leaves what happened when. */
export const auditEraser: Eraser = {
  tables: ['audit_log'],
  async erase({ tx }, { id }) {
    await tx
      .updateTable('audit_log')
      .set({ ip_address: null, user_agent: null, request_id: null, data: '{}' })
      .where((e) => e.or([e('user_id', '=', id), e('actor_id', '=', id)]))
      .execute()
  },
}
