import { readSession } from '@veranda/contract/accounts/sessions/routes.ts'
import { lazy, Suspense, useEffect } from 'react'
import { Navigate, Outlet, useLocation, useMatches } from 'react-router'
import { call } from '../lib/api/call.ts'
import { clearSession, awaitsSignOut, saveSession, useSession } from '../lib/session/session.ts'
import { loadTranslations } from '../lib/i18n/i18n.ts'
import { withLoadTimeout } from './lazy-screen.ts'
import { type ScreenHandle } from './screen-handle.ts'
import { Splash } from './splash.tsx'

const Shell = lazy(async () => {
  const [module] = await withLoadTimeout(Promise.all([import('./shell/shell.tsx'), loadTranslations('shell')]))
  return { default: module.Shell }
})

const PublicFrame = lazy(async () => {
  const [module] = await withLoadTimeout(Promise.all([import('./shell/public-frame.tsx'), loadTranslations('shell')]))
  return { default: module.PublicFrame }
})

/**
 * Lets signed-in users in and sends others to sign in, remembering where they were going. A stored token is enough
 * here, since the server checks every call. Public screens are shown in a plain frame to signed-out users.
 */
export function AuthGuard() {
  const session = useSession()
  const location = useLocation()
  const isPublicScreen = useMatches().some((match) => isPublic(match.handle, location.search))
  useRestoreSession(session.status === 'unknown' && !isPublicScreen)

  if (session.status === 'in') {
    return (
      <Suspense fallback={<Splash />}>
        <Shell />
      </Suspense>
    )
  }
  if (isPublicScreen) {
    return (
      <Suspense fallback={<Splash />}>
        <PublicFrame>
          <Outlet />
        </PublicFrame>
      </Suspense>
    )
  }
  if (session.status === 'unknown') return <Splash />
  const returnTo = session.reason === 'left' ? undefined : `${location.pathname}${location.search}${location.hash}`
  return <Navigate to="/login" replace state={returnTo === undefined || returnTo === '/' ? null : { from: returnTo }} />
}

/**
 * Restores the session from the cookie, once, when this browser has no token and the screen requires a user. Leaves out
 * a session whose sign-out got no reply; the sign-in screen repeats that sign-out.
 */
function useRestoreSession(unknown: boolean) {
  useEffect(() => {
    if (!unknown) return
    call(readSession)
      .then((session) => (awaitsSignOut(session) ? clearSession('left') : saveSession(session)))
      .catch((error: unknown) => {
        if (!isUnauthorized(error)) console.error('session read failed', error)
        clearSession('none')
      })
  }, [unknown])
}

function isUnauthorized(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 401
}

function isPublic(handle: unknown, search: string): boolean {
  // Handles are set in the route files only.
  const isPublicScreen = (handle as ScreenHandle | undefined)?.public
  return typeof isPublicScreen === 'function' ? isPublicScreen(new URLSearchParams(search)) : isPublicScreen === true
}
