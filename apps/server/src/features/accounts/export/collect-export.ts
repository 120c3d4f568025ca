import { asId, type UserId } from '@veranda/core/ids.ts'
import { hour } from '@veranda/core/time/instant.ts'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeScratchFolder } from '../../../platform/assets/scratch-folder.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type Worker, worker } from '../../../platform/jobs/worker.ts'
import { exportStorageKey, failDataExport, finishDataExport, writeProgress } from './data-export.repository.ts'
import { exportMailQueue, type ExportMailJob } from './export-mailer.ts'
import { writeExport, type ExportParts } from './write-export.ts'

export const exportQueue = 'accounts.data-exports'
export type ExportJob = { exportId: string }

/** A collection writes and publishes how far it is no more often than this. */
const progressIntervalMs = 1_000
const maxCollectionSeconds = (4 * hour) / 1_000

/** The user deleted the copy while it was collected. */
class ExportUnwanted extends Error {}

/**
 * Collects a copy into a file of this machine and then stores it, one copy at a time on each node. A try that fails or
 * dies leaves nothing behind, and the retry starts again; after the last one the screen says so.
 */
export function collectExport(parts: ExportParts): Worker {
  return worker<ExportJob>(exportQueue, (job, deps) => collect(job, deps, parts), {
    maxJobSeconds: maxCollectionSeconds,
    onDeadLetter: (job, deps) => transact(deps, (tx) => failDataExport({ tx, deps }, job.exportId)),
  })
}

async function collect({ exportId }: ExportJob, deps: Deps, parts: ExportParts): Promise<void> {
  const user = await deps.db
    .selectFrom('data_exports as x')
    .innerJoin('users as u', 'u.id', 'x.user_id')
    .select(['u.id', 'u.language'])
    .where('x.id', '=', exportId)
    .where('x.state', '=', 'collecting')
    .where('u.closed_at', 'is', null)
    .executeTakeFirst()
  if (!user) return
  const owner = { id: asId<UserId>(user.id), language: user.language }
  const key = exportStorageKey(exportId)
  const folder = await makeScratchFolder(deps.env.dataDir)
  try {
    const path = join(folder, 'export.zip')
    await writeExport({ path, owner, deps, parts, onProgress: progressWriter(deps, exportId) })
    const { size } = await stat(path)
    await deps.gateways.storage.putFile(key, path)
    const outcome = await transact(deps, async (tx) => {
      const finished = await finishDataExport(tx, exportId, size, deps.clock.now())
      const mail: ExportMailJob = { exportId }
      if (finished === 'finished') await deps.jobs.enqueue(tx, exportMailQueue, mail)
      return finished
    })
    if (outcome === 'unwanted') await deps.gateways.storage.remove(key)
  } catch (error) {
    if (!(error instanceof ExportUnwanted)) throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns what writes the progress, 0 to 1. Throws ExportUnwanted once the copy was deleted. */
function progressWriter(deps: Deps, exportId: string): (progress: number) => Promise<void> {
  let writtenAt = -Infinity
  return async (progress) => {
    if (performance.now() - writtenAt < progressIntervalMs) return
    writtenAt = performance.now()
    const percent = Math.round(progress * 100)
    const wanted = await transact(deps, (tx) => writeProgress(tx, exportId, percent, deps.clock.now()))
    if (!wanted) throw new ExportUnwanted()
  }
}
