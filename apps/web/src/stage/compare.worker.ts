import { compareParts, type PartChange } from '@veranda/core/geometry/compare-parts.ts'
import { type PartMesh } from '@veranda/core/geometry/part-meshes.ts'

export type CompareAsk = { before: PartMesh[]; after: PartMesh[]; tolerance: number }
export type CompareAnswer = PartChange[]

addEventListener('message', ({ data }: MessageEvent<CompareAsk>) => {
  const changes = compareParts(data.before, data.after, data.tolerance)
  postMessage(changes satisfies CompareAnswer)
})
