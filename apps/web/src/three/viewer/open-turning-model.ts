import { openViewerCanvas, showAsset } from './open-viewer-canvas.ts'

/** One turn takes twelve seconds. */
const radiansPerMs = (2 * Math.PI) / 12_000
/** The viewer leaves this height to its toolbars, which a tile does not have. */
const toolbarHeight = 124

/** Shows a model that turns in an element. Returns the function that removes it; throws without a WebGL context. */
export async function openTurningModel(host: HTMLElement, url: string, signal: AbortSignal): Promise<() => void> {
  const ignore = () => undefined
  const canvas = openViewerCanvas(host, { onPress: ignore, onContextLost: ignore, onContextRestored: ignore })
  try {
    await showAsset(canvas, { url, parts: [] }, ignore, signal)
  } catch (error) {
    canvas.dispose()
    throw error
  }
  canvas.orbit(0, 0, Math.max(0.4, 1 - toolbarHeight / Math.max(1, host.clientHeight)))
  let last: number | undefined
  let frame = requestAnimationFrame(function turn(time) {
    canvas.orbit(radiansPerMs * (time - (last ?? time)), 0)
    last = time
    frame = requestAnimationFrame(turn)
  })
  return () => {
    cancelAnimationFrame(frame)
    canvas.dispose()
  }
}
