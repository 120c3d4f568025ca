import { type PartChange } from '@veranda/core/geometry/compare-parts.ts'
import type { CompareAnswer, CompareAsk } from './compare.worker.ts'
import { type Model } from './model.ts'

/**
 * Compares two models part by part, away from the page's own thread. `tolerance` is what both may differ from their
 * originals, in metres; below it nothing counts as changed.
 */
export function compareModels(
  before: Model,
  after: Model,
  tolerance: number,
  signal: AbortSignal,
): Promise<PartChange[]> {
  const ask: CompareAsk = { before: before.extract(), after: after.extract(), tolerance }
  const worker = new Worker(new URL('./compare.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<PartChange[]>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    worker.addEventListener('message', ({ data }: MessageEvent<CompareAnswer>) => resolve(data))
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'the comparison failed')))
    const buffers = [...ask.before, ...ask.after].flatMap(({ positions, indices }) => [
      positions.buffer,
      indices.buffer,
    ])
    worker.postMessage(ask, { transfer: buffers })
  }).finally(() => worker.terminate())
}

/** Colours the later model by how far each vertex went. */
export function colourChanges(model: Model, changes: readonly PartChange[]): void {
  const fields = new Map<string, Float32Array | null>()
  let largest = 0
  for (const { name, change, distances, largest: far } of changes) {
    if (change === 'gone') continue
    if (change !== 'same') largest = Math.max(largest, far)
    // What hardly differs must not glow beside what moved.
    fields.set(name, change === 'same' ? null : distances)
  }
  model.colour(fields, largest)
}
