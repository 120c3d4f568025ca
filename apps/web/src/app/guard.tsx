import { readSession } from '@veranda/contract/accounts/routes.ts'
import { lazy, Suspense, useEffect } from 'react'
import { Navigate, Outlet, useLocation, useMatches } from 'react-router'
import { call } from '../lib/call.ts'
import { forgetSession, keepSession, useSession } from '../lib/session.ts'
import { loadWords } from '../lib/words.ts'
import { orFail } from './lazy-screen.ts'
import { type ScreenHandle } from './screen-handle.ts'
import { Splash } from './splash.tsx'

const Shell = lazy(async () => {
  const [module] = await orFail(Promise.all([import('./shell.tsx'), loadWords('shell')]))
  return { default: module.Shell }
})

const PlainFrame = lazy(async () => {
  const [module] = await orFail(Promise.all([import('./plain-frame.tsx'), loadWords('shell')]))
  return { default: module.PlainFrame }
})

/**
 * Lets in whoever is signed in; sends others to sign in, remembering where they were going. A stored token passes,
 * since the server checks every call. Screens marked as open show themselves in a plain frame to those signed out.
 */
export function Guard() {
  const session = useSession()
  const location = useLocation()
  const open = useMatches().some((match) => isOpen(match.handle, location.search))
  useSessionQuestion(session.status === 'unknown' && !open)

  if (session.status === 'in') {
    return (
      <Suspense fallback={<Splash />}>
        <Shell />
      </Suspense>
    )
  }
  if (open) {
    return (
      <Suspense fallback={<Splash />}>
        <PlainFrame>
          <Outlet />
        </PlainFrame>
      </Suspense>
    )
  }
  if (session.status === 'unknown') return <Splash />
  const place = session.why === 'left' ? undefined : `${location.pathname}${location.search}${location.hash}`
  return <Navigate to="/login" replace state={place === undefined || place === '/' ? null : { from: place }} />
}

/** Asks the server once whom the cookie stands for, when this browser holds no token and the screen needs somebody. */
function useSessionQuestion(unknown: boolean) {
  useEffect(() => {
    if (!unknown) return
    call(readSession).then(keepSession, (error: unknown) => {
      if (!isUnauthorised(error)) console.error('the session could not be read', error)
      forgetSession('none')
    })
  }, [unknown])
}

function isUnauthorised(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 401
}

function isOpen(handle: unknown, search: string): boolean {
  // Handles are given in routes.ts alone.
  const open = (handle as ScreenHandle | undefined)?.open
  return typeof open === 'function' ? open(new URLSearchParams(search)) : open === true
}
