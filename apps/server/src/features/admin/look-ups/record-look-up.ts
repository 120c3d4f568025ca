import { type LookUpKind, lookUpRecordedMs } from '@veranda/core/admin/look-ups.ts'
import { after } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { timestamptz } from '../../../platform/db/timestamptz.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'

export type LookUpContext = CommandContext & { readonly request: RequestInfo }

export type LookedUp =
  | { readonly kind: LookUpKind; readonly id: string }
  /** The entries of one account of the ledger. */
  | { readonly kind: 'entries'; readonly id: string }

/**
 * Records that an admin looked something up, once within `lookUpRecordedMs`. A user who was looked up is in the row, so
 * that their copy of their data has the time.
 */
export async function recordLookUp(
  { tx, actor, clock, request }: LookUpContext,
  { kind, id }: LookedUp,
  userId: string | null = kind === 'user' ? id : null,
): Promise<void> {
  const at = clock.now()
  const action = 'admin.looked-up'
  const { rows } = await sql`
    select from audit_log where action = ${action} and actor_id = ${actor.id}
      and at > ${timestamptz(after(at, -lookUpRecordedMs))} and data->>'kind' = ${kind} and data->>'id' = ${id}
    limit 1`.execute(tx)
  if (rows.length > 0) return
  await recordAudit(tx, { action, userId, actorId: actor.id, at, request, data: { kind, id } })
}
