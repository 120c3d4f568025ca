import { type AssignCaseBody, type CaseOwner } from '@veranda/contract/admin/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type AdminQueue } from '../../platform/access/admin-queue.ts'
import { type CommandContext } from '../../platform/access/command-context.ts'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import { type RequestInfo } from '../../platform/http/route.ts'
import { readCaseOwner } from './queues.ts'

/**
 * Lets an admin take a case, or leave it to others. Of two who take it at once, the second is refused with
 * admin.case-taken (conflict). Refuses admin.case-not-found (not found).
 */
export async function assignCase(
  ctx: CommandContext & { readonly request: RequestInfo },
  queue: AdminQueue,
  { caseId, from, to }: AssignCaseBody,
): Promise<Result<CaseOwner>> {
  const { tx, actor, clock, request } = ctx
  const now = clock.now()
  const { rows } = await sql`select from (${queue.select(now)}) q where q.case_id = ${caseId}`.execute(tx)
  if (rows.length === 0) return refuse('admin.case-not-found', 'not-found')
  const changed = await changeOwner(ctx, queue, { caseId, from, to })
  const current = await readCaseOwner(ctx, queue, caseId)
  const wanted = to === 'me' ? actor.id : null
  // A second press finds what the first one did.
  if (!changed) {
    return (current.owner?.id ?? null) === wanted ? ok(current) : refuse('admin.case-taken', 'conflict')
  }
  const data = { queue: queue.name, case: caseId, before: { owner: from }, after: { owner: wanted } }
  await recordAudit(tx, { action: 'admin.case-assigned', userId: null, actorId: actor.id, at: now, request, data })
  return ok(current)
}

/** Writes the new owner if the present one is `from`; returns whether it is. */
async function changeOwner(
  { tx, actor, clock }: CommandContext,
  { name: queue }: AdminQueue,
  { caseId, from, to }: AssignCaseBody,
): Promise<boolean> {
  const row = { admin_id: actor.id, assigned_at: new Date(clock.now()) }
  if (from === null) {
    if (to === 'nobody') return false
    const inserted = await tx
      .insertInto('admin_assignments')
      .values({ queue, case_id: caseId, ...row })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
  }
  if (to === 'nobody') {
    const deleted = await tx
      .deleteFrom('admin_assignments')
      .where('queue', '=', queue)
      .where('case_id', '=', caseId)
      .where('admin_id', '=', from)
      .executeTakeFirst()
    return deleted.numDeletedRows > 0n
  }
  const updated = await tx
    .updateTable('admin_assignments')
    .set(row)
    .where('queue', '=', queue)
    .where('case_id', '=', caseId)
    .where('admin_id', '=', from)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}
