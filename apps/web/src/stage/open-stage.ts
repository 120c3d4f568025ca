import { type PartChange } from '@veranda/core/geometry/compare-parts.ts'
import { loadModel, type Source } from './load-model.ts'
import { type Told } from './listen.ts'
import { Stage } from './stage.ts'

/** Sets up a stage in an element; throws where this browser gives no drawing context. */
export function openStage(host: HTMLElement, told: Told): Stage {
  return new Stage(host, told)
}

/** Fetches a work and puts it on the stage. */
export async function showWork(
  stage: Stage,
  source: Source,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const model = await loadModel(source, progress, signal)
  if (signal.aborted) model.dispose()
  else stage.setModel(model)
}

/** Fetches a former version, puts it beside the work, and answers what moved; the later one is coloured by it. */
export async function showFormer(
  stage: Stage,
  source: Source,
  tolerance: number,
  signal: AbortSignal,
): Promise<PartChange[]> {
  const former = await loadModel(source, () => undefined, signal)
  const now = stage.model
  if (signal.aborted || !now) {
    former.dispose()
    return []
  }
  stage.setFormer(former)
  const { colourChanges, compareModels } = await import('./compare.ts')
  const changes = await compareModels(former, now, tolerance, signal)
  colourChanges(now, changes)
  const moved = new Set(changes.filter(({ change }) => change !== 'same').map(({ name }) => name))
  stage.setSame(new Set(changes.map(({ name }) => name).filter((name) => !moved.has(name))))
  return changes
}
