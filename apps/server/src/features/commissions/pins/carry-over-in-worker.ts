import { Worker } from 'node:worker_threads'
import { type CarryOverResult } from '@veranda/core/commissions/pins/carry-over.ts'
import { type SurfaceAnchor } from '@veranda/core/commissions/pins/pin.ts'
import { type PartMesh } from '@veranda/core/geometry/part-meshes.ts'

/** Input of the worker, which imports only this type from here. */
export type CarryOverJob = {
  readonly parts: readonly PartMesh[]
  readonly anchors: readonly Pick<SurfaceAnchor, 'part' | 'position' | 'normal'>[]
}

/**
 * Computes the place of each anchor on a version with these parts, in a worker thread because large parts take time.
 */
export async function carryOverInWorker({ parts, anchors }: CarryOverJob): Promise<CarryOverResult[]> {
  const pinnedParts = new Set(anchors.map(({ part }) => part))
  const job: CarryOverJob = { anchors, parts: parts.filter(({ name }) => pinnedParts.has(name)) }
  const worker = new Worker(new URL('./carry-over.worker.ts', import.meta.url), {
    workerData: job,
    transferList: job.parts.flatMap(({ positions, indices }) => [positions.buffer, indices.buffer]) as ArrayBuffer[],
  })
  try {
    return await new Promise<CarryOverResult[]>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', (code) => reject(new Error(`carry-over worker exited with ${code}`)))
    })
  } finally {
    await worker.terminate()
  }
}
