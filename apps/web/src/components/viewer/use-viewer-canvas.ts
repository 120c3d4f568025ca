import { type PartDifference } from '@veranda/core/assets/compare-materials.ts'
import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { type ModelSource } from '../../three/loaders/load-model.ts'
import { type ViewerCanvas } from '../../three/viewer/viewer-canvas.ts'
import { hasWebgl } from '../../lib/device/webgl-support.ts'
import { type PreviousVersion } from './viewer-types.ts'
import { useAsset } from '../assets/use-asset.ts'

export type ViewerState = 'loading' | 'ready' | 'lost' | 'failed' | 'none'

/** Opens a viewer canvas in an element and loads one model into it; `retry` starts over. */
export function useViewerCanvas(
  host: RefObject<HTMLElement | null>,
  { url, parts }: ModelSource,
  handlePress: (x: number, y: number) => void,
) {
  const [state, setState] = useState<ViewerState>(() => (hasWebgl() ? 'loading' : 'none'))
  const [progress, setProgress] = useState(0)
  const [canvas, setCanvas] = useState<ViewerCanvas>()
  const [attempt, setAttempt] = useState(0)
  const onPress = useEffectEvent(handlePress)
  const supported = state !== 'none'
  // The fragment never reaches the server; it only forces a new load of the same URL.
  const attemptUrl = attempt === 0 ? url : `${url}#${attempt}`

  useEffect(() => {
    const element = host.current
    if (!element || !supported) return
    const controller = new AbortController()
    let opened: ViewerCanvas | undefined
    let isLoaded = false
    async function open(container: HTMLElement) {
      const { openViewerCanvas, showAsset } = await import('../../three/viewer/open-viewer-canvas.ts')
      if (controller.signal.aborted) return
      opened = openViewerCanvas(container, {
        onPress: (x, y) => onPress(x, y),
        onContextLost: () => setState('lost'),
        onContextRestored: () => setState(isLoaded ? 'ready' : 'loading'),
      })
      await showAsset(opened, { url: attemptUrl, parts }, setProgress, controller.signal)
      if (controller.signal.aborted) return
      isLoaded = true
      setCanvas(opened)
      setState('ready')
    }
    open(element).catch((error: unknown) => {
      if (controller.signal.aborted) return
      console.warn('viewer model failed to load', error)
      setState('failed')
    })
    return () => {
      controller.abort()
      opened?.dispose()
      setCanvas(undefined)
    }
  }, [host, attemptUrl, parts, supported])

  function retry() {
    setProgress(0)
    setState('loading')
    setAttempt(attempt + 1)
  }

  return { canvas, state, progress, retry }
}

type PreviousSource = ModelSource & { readonly tolerance: number }
export type Comparison = {
  readonly state: 'off' | 'busy' | 'failed' | 'done'
  readonly changes: readonly PartDifference[]
}

const noComparison: Comparison = { state: 'off', changes: [] }

/**
 * Compares the shown version with `previousVersion`, if there is one, and shows both. `ownTolerance` is how far the
 * shown model may lie from its original, in metres; the tolerance of the comparison is the sum of both models'
 * tolerances.
 */
export function useVersionComparison(
  canvas: ViewerCanvas | undefined,
  ownTolerance: number,
  previousVersion: PreviousVersion | undefined,
) {
  const { data, error } = useAsset(previousVersion?.assetId)
  const facts = previousVersion && data?.facts
  const names = useMemo(() => facts?.parts.map(({ name }) => name), [facts])
  const tolerance = ownTolerance + (facts?.deviation ?? 0)
  const previous = previousVersion && facts && names && { url: previousVersion.url, parts: names, tolerance }
  const comparison = useLoadedComparison(canvas, previous || undefined)
  const pending: Comparison = { state: error ? 'failed' : 'busy', changes: [] }
  return { comparison: previousVersion && !previous ? pending : comparison, tolerance }
}

function useLoadedComparison(canvas: ViewerCanvas | undefined, previous: PreviousSource | undefined): Comparison {
  const [finished, setFinished] = useState<{ of: PreviousSource; comparison: Comparison }>()
  const [url, parts] = [previous?.url, previous?.parts]
  const tolerance = previous?.tolerance ?? 0

  useEffect(() => {
    if (!canvas || url === undefined || !parts) return
    const controller = new AbortController()
    const source = { url, parts, tolerance }
    import('../../three/viewer/open-viewer-canvas.ts')
      .then(({ showPreviousVersion }) => showPreviousVersion(canvas, source, tolerance, controller.signal))
      .then((changes) => {
        if (!controller.signal.aborted) setFinished({ of: source, comparison: { state: 'done', changes } })
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted) return
        console.warn('version comparison failed', error)
        setFinished({ of: source, comparison: { state: 'failed', changes: [] } })
      })
    return () => {
      controller.abort()
      canvas.setPrevious(undefined)
      setFinished(undefined)
    }
  }, [canvas, url, parts, tolerance])

  if (!previous) return noComparison
  return finished?.of.url === previous.url ? finished.comparison : { state: 'busy', changes: [] }
}
