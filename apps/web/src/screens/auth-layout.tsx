import { type AnchorProps, AnchorProvider } from '@veranda/ui/anchor.tsx'
import { Suspense } from 'react'
import { Link, Navigate, Outlet, useLocation } from 'react-router'
import { useSession } from '../lib/session.ts'
import { useWords } from '../lib/words.ts'
import { Mark } from '../parts/mark.tsx'
import styles from './auth-layout.module.css'

/** The signed-out side: the veranda at dusk beside the form. Whoever is signed in goes where they were going. */
export function AuthLayout() {
  const t = useWords('common')
  const session = useSession()
  const location = useLocation()
  if (session.status === 'in') return <Navigate to={placeFrom(location.state) ?? '/dashboard'} replace />
  return (
    <div className={styles.layout}>
      <header className={styles.art}>
        <img className={styles.picture} src="/veranda-dusk.svg" alt="" fetchPriority="high" />
        <p className={styles.tagline}>{t('tagline')}</p>
      </header>
      <div className={styles.side}>
        <main id="main" className={styles.column} tabIndex={-1}>
          <div>
            <span className={styles.brand}>
              <Mark />
              {t('brand')}
            </span>
          </div>
          <Suspense fallback={<p className={styles.loading}>{t('loading')}</p>}>
            <AnchorProvider component={CarryingAnchor}>
              <Outlet />
            </AnchorProvider>
          </Suspense>
        </main>
      </div>
    </div>
  )
}

/** From signing in to registering and back the remembered place goes along. */
function CarryingAnchor({ href, ...rest }: AnchorProps) {
  const { state } = useLocation()
  return <Link to={href} state={state} {...rest} />
}

/** The place the guard remembered: a path of ours, or undefined. */
export function placeFrom(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined
  const { from } = state
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : undefined
}
