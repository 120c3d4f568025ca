import { type DataExport } from '@veranda/contract/accounts/export/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { requireStepUp } from '../step-up/require-step-up.ts'
import { lockOpenUser } from '../user.repository.ts'
import { exportQueue, type ExportJob } from './collect-export.ts'
import {
  appendExportChange,
  deleteDataExport,
  findDataExport,
  replaceDataExport,
  toDataExportDto,
} from './data-export.repository.ts'

type SignedInContext = CommandContext & { readonly request: RequestInfo }

/**
 * Asks for a copy of the caller's data. Refuses step-up.required (not-allowed) and, while one is collected,
 * export.collecting (conflict). Of two calls at the same time one asks.
 */
export async function requestDataExport(ctx: SignedInContext): Promise<Result<DataExport>> {
  const { tx, actor, deps, request } = ctx
  const confirmed = await requireStepUp(ctx, 'any')
  if (!confirmed.ok) return confirmed
  if (!(await lockOpenUser(tx, actor.id))) return refuse('account.not-found', 'not-found')
  if ((await findDataExport(tx, actor.id))?.state === 'collecting') return refuse('export.collecting', 'conflict')
  const now = deps.clock.now()
  const row = await replaceDataExport(ctx, actor.id, now)
  const job: ExportJob = { exportId: row.id }
  await deps.jobs.enqueue(tx, exportQueue, job)
  await recordAudit(tx, { action: 'account.data-exported', userId: actor.id, actorId: actor.id, at: now, request })
  await appendExportChange(tx, actor.id, now)
  return ok(toDataExportDto(row))
}

/** Deletes the caller's copy, or stops its collection. Refuses export.not-found. */
export async function removeDataExport(ctx: CommandContext): Promise<Result<Done>> {
  const { tx, actor, deps } = ctx
  await lockOpenUser(tx, actor.id)
  if (!(await deleteDataExport(ctx, actor.id))) return refuse('export.not-found', 'not-found')
  await appendExportChange(tx, actor.id, deps.clock.now())
  return ok({ done: true })
}
