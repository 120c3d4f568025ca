import { type AnchorProps, AnchorProvider } from '@veranda/ui/anchor.tsx'
import { type ComponentType, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { Link, Navigate, Outlet, useLocation } from 'react-router'
import { buildSettings } from '../../../lib/build-settings.ts'
import { useSession } from '../../../lib/session/session.ts'
import { resolveTheme, useTheme } from '../../../lib/theme.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { whenIdle } from '../../../lib/device/when-idle.ts'
import { Logo } from '../../../components/page/logo.tsx'
import { LanguagePicker } from '../language/language-picker.tsx'
import { returnPathFrom } from './return-path.ts'
import daylightSmall from '../front-door/stills/daylight-arrive.avif'
import daylightPoster from '../front-door/stills/daylight-poster.avif'
import duskSmall from '../front-door/stills/dusk-arrive.avif'
import duskPoster from '../front-door/stills/dusk-poster.avif'
import styles from './auth-layout.module.css'

/** The first frame of the scene, 720 and 1440 pixels wide. */
const posters = {
  daylight: `${daylightSmall} 720w, ${daylightPoster} 1440w`,
  dusk: `${duskSmall} 720w, ${duskPoster} 1440w`,
}

/**
 * Lays out the signed-out screens: the veranda next to the form, first as a still, then live. Redirects a signed-in user
 * to where they were going.
 */
export function AuthLayout() {
  const t = useTranslations('common')
  const session = useSession()
  const location = useLocation()
  const poster = posters[resolveTheme(useTheme())]
  // The server's first view stays until this layout can be seen, so that nothing flickers.
  useLayoutEffect(() => document.getElementById('first-view')?.remove(), [])
  if (session.status === 'in' && !isForAll(location.pathname))
    return <Navigate to={returnPathFrom(location) ?? '/dashboard'} replace />
  return (
    <div className={styles.layout}>
      <header className={styles.banner}>
        <img
          className={styles.poster}
          srcSet={poster}
          sizes="(max-width: 599.95px) 76vw, 100vw"
          alt=""
          decoding="sync"
          fetchPriority="high"
        />
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
          {/* Shown beside the brand, but after the form in the tab order. */}
          <div className={styles.language}>
            <LanguagePicker />
          </div>
        </main>
      </div>
      <div className={styles.story}>
        <Story />
      </div>
    </div>
  )
}

/**
 * A signed-in user opens links from a mail too, and one who comes back from a provider may have had another session. By
 * the path, because every first load carries the table of routes.
 */
const isForAll = (path: string) => /^\/(forgot|reset|verify|undo|not-me|auth\/done)/.test(path)

/** Loads the story once the form is usable and the browser idle. Without it the poster stays. */
function Story() {
  const [FrontDoor, setFrontDoor] = useState<ComponentType>()
  useEffect(
    () =>
      whenIdle(() => {
        void import('../front-door/front-door.tsx').then(
          (module) => setFrontDoor(() => module.FrontDoor),
          (error: unknown) => console.warn('front door failed to load', error),
        )
      }),
    [],
  )
  return <Suspense>{FrontDoor && <FrontDoor />}</Suspense>
}

/** Keeps the remembered path when moving between sign-in and registration. A way to a provider leaves the app. */
function StatePreservingAnchor({ href, ...rest }: AnchorProps) {
  const from = returnPathFrom(useLocation())
  const leavesApp = href.startsWith(`${buildSettings.apiUrl}/`)
  return <Link to={href} state={from === undefined ? null : { from }} reloadDocument={leavesApp} {...rest} />
}
