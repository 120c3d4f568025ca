import { compareParts, type PartChange } from '@veranda/core/geometry/compare-parts.ts'
import { type PartMesh } from '@veranda/core/geometry/part-meshes.ts'

export type CompareRequest = { before: PartMesh[]; after: PartMesh[]; tolerance: number }
export type CompareResult = PartChange[]

addEventListener('message', ({ data }: MessageEvent<CompareRequest>) => {
  const changes = compareParts(data.before, data.after, data.tolerance)
  postMessage(changes satisfies CompareResult)
})
