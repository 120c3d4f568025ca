import { refuse, ok, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { streamBytes } from '../../../platform/assets/stream-bytes.ts'
import { type FileReply, fileReply, type RequestInfo } from '../../../platform/http/route.ts'
import { requireStepUp } from '../step-up/require-step-up.ts'
import { exportStorageKey, findDataExport } from './data-export.repository.ts'

/**
 * Streams the caller's copy. Refuses step-up.required (not-allowed); export.not-found when there is none that is ready;
 * asset.range-not-satisfiable.
 */
export async function downloadDataExport(
  ctx: CommandContext & { readonly request: RequestInfo },
): Promise<Result<FileReply>> {
  const { tx, actor, deps, request } = ctx
  const row = await findDataExport(tx, actor.id)
  if (row?.state !== 'ready' || row.bytes === null || row.finished_at === null)
    return refuse('export.not-found', 'not-found')
  const confirmed = await requireStepUp(ctx, 'any')
  if (!confirmed.ok) return confirmed
  const { range } = request.headers
  const streamed = await streamBytes(deps, {
    key: exportStorageKey(row.id),
    bytes: row.bytes,
    type: 'application/zip',
    etag: row.id,
    downloadName: `veranda-${toIso(row.finished_at).slice(0, 10)}.zip`,
    range: typeof range === 'string' ? range : undefined,
  })
  if (!streamed.ok) {
    // A restored backup has the row and not the copy.
    return streamed.refusal.kind === 'not-found' ? refuse('export.not-found', 'not-found') : streamed
  }
  const { value } = streamed
  return ok(fileReply({ ...value, headers: { ...value.headers, 'cache-control': 'no-store' } }))
}
