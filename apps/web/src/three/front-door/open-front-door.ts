import { nextTurn, startSlices } from '../../lib/slices.ts'
import { loadModel } from '../loaders/load-model.ts'
import { type Theme } from '../room/room-canvas.ts'
import { FrontDoorCanvas } from './front-door-canvas.ts'
import { ReadingChair } from './reading-chair.ts'

/** Opens the veranda with the reading chair in an element, in short slices. Rejects without WebGL or when aborted. */
export async function openFrontDoor(
  host: HTMLElement,
  { chairUrl, theme }: { chairUrl: string; theme: Theme },
  onFrame: (timeMs: number) => boolean,
  signal: AbortSignal,
): Promise<FrontDoorCanvas> {
  const model = await loadModel({ url: chairUrl, parts: [] }, () => undefined, signal, startSlices())
  await nextTurn()
  signal.throwIfAborted()
  const chair = new ReadingChair(model)
  await nextTurn()
  signal.throwIfAborted()
  const canvas = new FrontDoorCanvas(host, chair, onFrame)
  try {
    await nextTurn()
    await canvas.prepare(theme, signal)
  } catch (error) {
    canvas.dispose()
    throw error
  }
  return canvas
}
