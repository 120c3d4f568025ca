import { type PartChange } from '@veranda/core/geometry/compare-parts.ts'
import { readWork } from '@veranda/contract/works/routes.ts'
import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useRead } from '../lib/query.ts'
import { type Source } from '../stage/load-model.ts'
import { type Stage } from '../stage/stage.ts'
import { hasWebgl } from '../stage/webgl.ts'
import { type FormerVersion } from './viewer-types.ts'

export type StageState = 'loading' | 'ready' | 'lost' | 'failed' | 'none'

/** A stage in an element with one work on it; `again` makes it anew. */
export function useStage(
  host: RefObject<HTMLElement | null>,
  { url, parts }: Source,
  pressed: (x: number, y: number) => void,
) {
  const [state, setState] = useState<StageState>(() => (hasWebgl() ? 'loading' : 'none'))
  const [progress, setProgress] = useState(0)
  const [stage, setStage] = useState<Stage>()
  const [attempt, setAttempt] = useState(0)
  const onPress = useEffectEvent(pressed)
  const able = state !== 'none'
  // A fragment never reaches the server; it only makes another attempt out of the same address.
  const address = attempt === 0 ? url : `${url}#${attempt}`

  useEffect(() => {
    const element = host.current
    if (!element || !able) return
    const ends = new AbortController()
    let made: Stage | undefined
    async function open(into: HTMLElement) {
      const { openStage, showWork } = await import('../stage/open-stage.ts')
      if (ends.signal.aborted) return
      made = openStage(into, {
        pressed: (x, y) => onPress(x, y),
        lost: () => setState('lost'),
        restored: () => setState('ready'),
      })
      await showWork(made, { url: address, parts }, setProgress, ends.signal)
      if (ends.signal.aborted) return
      setStage(made)
      setState('ready')
    }
    open(element).catch((error: unknown) => {
      if (ends.signal.aborted) return
      console.warn('the work could not be shown', error)
      setState('failed')
    })
    return () => {
      ends.abort()
      made?.dispose()
      setStage(undefined)
    }
  }, [host, address, parts, able])

  function again() {
    setProgress(0)
    setState('loading')
    setAttempt(attempt + 1)
  }

  return { stage, state, progress, again }
}

type Former = Source & { readonly tolerance: number }
export type Comparison = { readonly state: 'off' | 'busy' | 'failed' | 'done'; readonly changes: readonly PartChange[] }

const off: Comparison = { state: 'off', changes: [] }

/**
 * What moved since a former version, as long as one is given; it then stands on the stage as well. `own` is how far what
 * is shown lies from its original, in metres. Of two that are compared both may: the tolerance is the sum.
 */
export function useComparison(stage: Stage | undefined, own: number, version: FormerVersion | undefined) {
  const { data, error } = useRead(
    readWork,
    { params: { id: version?.workId ?? '' } },
    { enabled: version !== undefined },
  )
  const facts = version && data?.facts
  const names = useMemo(() => facts?.parts.map(({ name }) => name), [facts])
  const tolerance = own + (facts?.tolerance ?? 0)
  const former = version && facts && names && { url: version.url, parts: names, tolerance }
  const comparison = useFormer(stage, former || undefined)
  const waiting: Comparison = { state: error ? 'failed' : 'busy', changes: [] }
  return { comparison: version && !former ? waiting : comparison, tolerance }
}

function useFormer(stage: Stage | undefined, former: Former | undefined): Comparison {
  const [done, setDone] = useState<{ of: Former; comparison: Comparison }>()
  const [url, parts] = [former?.url, former?.parts]
  const tolerance = former?.tolerance ?? 0

  useEffect(() => {
    if (!stage || url === undefined || !parts) return
    const ends = new AbortController()
    const of = { url, parts, tolerance }
    import('../stage/open-stage.ts')
      .then(({ showFormer }) => showFormer(stage, of, tolerance, ends.signal))
      .then((changes) => {
        if (!ends.signal.aborted) setDone({ of, comparison: { state: 'done', changes } })
      })
      .catch((error: unknown) => {
        if (ends.signal.aborted) return
        console.warn('the versions could not be compared', error)
        setDone({ of, comparison: { state: 'failed', changes: [] } })
      })
    return () => {
      ends.abort()
      stage.setFormer(undefined)
      setDone(undefined)
    }
  }, [stage, url, parts, tolerance])

  if (!former) return off
  return done?.of.url === former.url ? done.comparison : { state: 'busy', changes: [] }
}
