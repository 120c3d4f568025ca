import { type PartDifference } from '@veranda/core/assets/compare-materials.ts'
import { loadModel, type ModelSource } from '../loaders/load-model.ts'
import { type CanvasEvents } from './canvas-events.ts'
import { ViewerCanvas } from './viewer-canvas.ts'

/** Opens a viewer canvas in an element. Throws without a WebGL context. */
export function openViewerCanvas(host: HTMLElement, events: CanvasEvents): ViewerCanvas {
  return new ViewerCanvas(host, events)
}

/** Loads a model and shows it. */
export async function showAsset(
  canvas: ViewerCanvas,
  source: ModelSource,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const [model] = await Promise.all([loadModel(source, onProgress, signal), canvas.prepare()])
  if (signal.aborted) model.dispose()
  else canvas.setModel(model)
}

/** Loads a previous version, shows it for comparison, applies the heat map and returns the changes. */
export async function showPreviousVersion(
  canvas: ViewerCanvas,
  source: ModelSource,
  tolerance: number,
  signal: AbortSignal,
): Promise<PartDifference[]> {
  const previous = await loadModel(source, () => undefined, signal)
  const current = canvas.model
  if (signal.aborted || !current) {
    previous.dispose()
    return []
  }
  canvas.setPrevious(previous)
  const { applyHeatMap, compareModels } = await import('./compare/compare-models.ts')
  const changes = await compareModels(previous, current, tolerance, signal)
  applyHeatMap(current, changes)
  const moved = new Set(changes.filter(({ change }) => change !== 'same').map(({ name }) => name))
  canvas.setUnchangedParts(new Set(changes.map(({ name }) => name).filter((name) => !moved.has(name))))
  return changes
}
