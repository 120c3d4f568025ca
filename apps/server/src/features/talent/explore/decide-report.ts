import { type AdminReasonBody } from '@veranda/contract/admin/schemas.ts'
import { type PageReport } from '@veranda/contract/talent/explore/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { unlistInTransaction } from '../listing/unlist-creator.ts'
import { closePageReport as closeRow, findPageReport } from './list-page-reports.ts'

type AdminContext = CommandContext & { readonly request: RequestInfo }

const notFound = refuse('page-report.not-found', 'not-found')

/** Reads a report of a public page. Refuses page-report.not-found. */
export async function readPageReport(db: Db, id: string): Promise<Result<PageReport>> {
  const row = await findPageReport(db, id)
  if (!row) return notFound
  const { handle, name, work, reason, message, created_at: at, closed_at: closedAt, creator_id: creatorId } = row
  return ok({
    id,
    creatorId,
    handle,
    name,
    work,
    reason,
    message,
    at: toIso(at),
    closedAt: closedAt === null ? null : toIso(closedAt),
  })
}

/** Closes a report that nothing follows from. Refuses page-report.not-found and page-report.closed (conflict). */
export async function closePageReport(
  { tx, actor, clock, request }: AdminContext,
  id: string,
  { reason }: AdminReasonBody,
): Promise<Result<PageReport>> {
  const open = await requireOpen(tx, id)
  if (!open.ok) return open
  const at = clock.now()
  if (!(await closeRow(tx, id, at))) return refuse('page-report.closed', 'conflict')
  const data = { report: id, reason, before: { state: 'open' }, after: { state: 'closed' } }
  await recordAudit(tx, { action: 'page-report.closed', userId: null, actorId: actor.id, at, request, data })
  return readPageReport(tx, id)
}

/**
 * Takes the reported page down, with a reason that its creator reads, and closes every report about it. Refuses as
 * `closePageReport` does.
 */
export async function unlistReportedPage(
  { tx, actor, clock, request }: AdminContext,
  id: string,
  { reason }: AdminReasonBody,
): Promise<Result<PageReport>> {
  const open = await requireOpen(tx, id)
  if (!open.ok) return open
  await unlistInTransaction(tx, { handle: open.value.handle, reason, actorId: actor.id, at: clock.now(), request })
  return readPageReport(tx, id)
}

/** Locks a report, so that of two admins who decide it at once the second is refused. */
async function requireOpen(tx: Tx, id: string): Promise<Result<PageReport>> {
  await tx.selectFrom('page_reports').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const found = await readPageReport(tx, id)
  return found.ok && found.value.closedAt !== null ? refuse('page-report.closed', 'conflict') : found
}
