import { type RefObject, useEffect, useState } from 'react'
import { type ViewerCanvas } from '../../../three/viewer/viewer-canvas.ts'

export type LiveModelState = 'off' | 'loading' | 'ready' | 'failed'

/** The share of the height that the model takes, and what the viewer leaves free for toolbars that are not here. */
const modelShare = 0.84
const toolbarHeightPx = 124
const minViewerShare = 0.4

/**
 * Draws a model in an element while `on`, without the viewer's tools; code and model load only then. Returns the state
 * and the canvas once the model is shown.
 */
export function useLiveModel(
  host: RefObject<HTMLElement | null>,
  url: string | undefined,
  on: boolean,
): { state: LiveModelState; canvas: ViewerCanvas | undefined } {
  const [shown, setShown] = useState<{ url: string; canvas: ViewerCanvas | undefined }>()
  useEffect(() => {
    const element = host.current
    if (!element || url === undefined || !on) return
    const controller = new AbortController()
    let opened: ViewerCanvas | undefined
    async function open(container: HTMLElement, modelUrl: string) {
      const { openViewerCanvas, showAsset } = await import('../../../three/viewer/open-viewer-canvas.ts')
      if (controller.signal.aborted) return
      const fail = () => setShown({ url: modelUrl, canvas: undefined })
      opened = openViewerCanvas(container, { onPress: () => undefined, onContextLost: fail, onContextRestored: fail })
      await showAsset(opened, { url: modelUrl, parts: [] }, () => undefined, controller.signal)
      if (controller.signal.aborted) return
      // A page scrolls under the finger; turning is across.
      opened.element.style.touchAction = 'pan-y'
      const viewerShare = Math.max(minViewerShare, 1 - toolbarHeightPx / container.clientHeight)
      opened.orbit(0, 0, viewerShare / modelShare)
      setShown({ url: modelUrl, canvas: opened })
    }
    open(element, url).catch((error: unknown) => {
      if (controller.signal.aborted) return
      console.warn('model failed to load', error)
      setShown({ url, canvas: undefined })
    })
    return () => {
      controller.abort()
      opened?.dispose()
      setShown(undefined)
    }
  }, [host, url, on])
  if (!on || url === undefined) return { state: 'off', canvas: undefined }
  if (shown?.url !== url) return { state: 'loading', canvas: undefined }
  return { state: shown.canvas ? 'ready' : 'failed', canvas: shown.canvas }
}
