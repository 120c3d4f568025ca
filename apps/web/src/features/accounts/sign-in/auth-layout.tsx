import { type AnchorProps, AnchorProvider } from '@veranda/ui/anchor.tsx'
import { Suspense } from 'react'
import { Link, Navigate, Outlet, useLocation } from 'react-router'
import { useSession } from '../../../lib/session/session.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { Logo } from '../../../components/logo.tsx'
import styles from './auth-layout.module.css'

/**
 * Lays out the signed-out screens: the veranda at dusk next to the form. Redirects a signed-in user to where they were
 * going.
 */
export function AuthLayout() {
  const t = useTranslations('common')
  const session = useSession()
  const location = useLocation()
  if (session.status === 'in') return <Navigate to={returnPathFrom(location.state) ?? '/dashboard'} replace />
  return (
    <div className={styles.layout}>
      <header className={styles.art}>
        <img className={styles.image} src="/veranda-dusk.svg" alt="" fetchPriority="high" />
        <p className={styles.tagline}>{t('tagline')}</p>
      </header>
      <div className={styles.side}>
        <main id="main" className={styles.column} tabIndex={-1}>
          <div>
            <span className={styles.brand}>
              <Logo />
              {t('brand')}
            </span>
          </div>
          <Suspense fallback={<p className={styles.loading}>{t('loading')}</p>}>
            <AnchorProvider component={StatePreservingAnchor}>
              <Outlet />
            </AnchorProvider>
          </Suspense>
        </main>
      </div>
    </div>
  )
}

/** Keeps the remembered path in the history state when moving between sign-in and registration. */
function StatePreservingAnchor({ href, ...rest }: AnchorProps) {
  const { state } = useLocation()
  return <Link to={href} state={state} {...rest} />
}

/** Returns the path that the route guard remembered, or undefined unless it is a path of this app. */
export function returnPathFrom(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined
  const { from } = state
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : undefined
}
