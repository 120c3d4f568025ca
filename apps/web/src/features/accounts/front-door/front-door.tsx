import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { retrySignOut } from '../../../lib/session/retry-sign-out.ts'
import { savesData } from '../../../lib/device/saves-data.ts'
import { graphicsSupport } from '../../../lib/device/webgl-support.ts'
import { choosePresentation, requestedPresentation } from './choose-presentation.ts'
import { SceneView } from './scene-view.tsx'
import { StoryStills } from './story-stills.tsx'

const narrowQuery = globalThis.matchMedia?.('(max-width: 599.95px)')
const motionQuery = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)')
const dataQuery = globalThis.matchMedia?.('(prefers-reduced-data: reduce)')

/** Tells the story of the product next to the sign-in form: in the live veranda, or in stills. */
export function FrontDoor() {
  const presentation = useSyncExternalStore(subscribe, readPresentation)
  // There the session of the cookie may be a new one, and is looked at first.
  const mayRetry = useLocation().pathname !== '/auth/done'
  // Here, because the story is what all signed-out screens load last, and their first load can take nothing.
  useEffect(() => {
    if (mayRetry) void retrySignOut()
  }, [mayRetry])
  return presentation === 'scene' ? <SceneView /> : <StoryStills />
}

function readPresentation() {
  return choosePresentation({
    requested: requestedPresentation(location.search),
    isNarrow: narrowQuery?.matches ?? false,
    prefersReducedMotion: motionQuery?.matches ?? false,
    savesData: savesData(),
    graphicsSupport,
  })
}

function subscribe(listener: () => void): () => void {
  const queries = [narrowQuery, motionQuery, dataQuery]
  for (const query of queries) query?.addEventListener('change', listener)
  return () => {
    for (const query of queries) query?.removeEventListener('change', listener)
  }
}
