import { Worker } from 'node:worker_threads'
import { type Carried } from '@veranda/core/commissions/pins/carry-pin.ts'
import { type Anchor } from '@veranda/core/commissions/pins/pin.ts'
import { type PartMesh } from '@veranda/core/geometry/part-meshes.ts'

/** What the thread is given; it imports nothing of this file but the type. */
export type CarryOrder = {
  readonly parts: readonly PartMesh[]
  readonly anchors: readonly Pick<Anchor, 'part' | 'position' | 'normal'>[]
}

/** Where each anchor goes on a version with these parts; a large part takes its time on a thread of its own. */
export async function carryOnThread({ parts, anchors }: CarryOrder): Promise<Carried[]> {
  const named = new Set(anchors.map(({ part }) => part))
  const order: CarryOrder = { anchors, parts: parts.filter(({ name }) => named.has(name)) }
  const worker = new Worker(new URL('./carry-worker.ts', import.meta.url), {
    workerData: order,
    transferList: order.parts.flatMap(({ positions, indices }) => [positions.buffer, indices.buffer]) as ArrayBuffer[],
  })
  try {
    return await new Promise<Carried[]>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', (code) => reject(new Error(`carrying pins ended with ${code}`)))
    })
  } finally {
    await worker.terminate()
  }
}
