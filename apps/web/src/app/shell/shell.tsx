import { QueryClientProvider } from '@tanstack/react-query'
import { cx } from '@veranda/ui/cx.ts'
import { Drawer } from '@veranda/ui/drawer.tsx'
import { SkipLink } from '@veranda/ui/skip-link.tsx'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { queryCache } from '../../lib/api/query.ts'
import { useTranslations } from '../../lib/i18n.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { Footer } from './footer.tsx'
import { CommandPaletteHost } from '../command-palette/command-palette-host.tsx'
import styles from './shell.module.css'
import { SideNavigation } from './side-navigation.tsx'
import { Splash } from '../splash.tsx'
import { TopBar } from './top-bar.tsx'
import { useAccountSync } from '../use-account-sync.ts'
import { useRealtimeConnection } from '../use-realtime-connection.ts'
import { useTokenRefreshTimer } from '../use-token-refresh-timer.ts'

const collapsedKey = 'sidebar-collapsed'

/** Returns whether the side navigation shows icons only, and a setter; stored on this device until sign-out. */
export function useSidebarCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(collapsedKey) === 'true')
  return [
    collapsed,
    (next) => {
      localStorage.setItem(collapsedKey, String(next))
      setCollapsed(next)
    },
  ]
}

/** Wraps every screen of a signed-in user. */
export function Shell() {
  return (
    <QueryClientProvider client={queryCache}>
      <ShellFrame />
    </QueryClientProvider>
  )
}

function ShellFrame() {
  const t = useTranslations('shell')
  const [collapsed, setCollapsed] = useSidebarCollapsed()
  const [drawerOpen, setDrawerOpen] = useState(false)
  const { pathname } = useLocation()
  const main = useFocusOnNewScreen(pathname)
  useAccountSync()
  useRealtimeConnection()
  useTokenRefreshTimer()

  const [renderedPath, setRenderedPath] = useState(pathname)
  if (renderedPath !== pathname) {
    setRenderedPath(pathname)
    setDrawerOpen(false)
  }

  return (
    <div className={cx(styles.shell, collapsed && styles.collapsed)}>
      <SkipLink to="main">{t('skip')}</SkipLink>
      <aside className={styles.side}>
        <SideNavigation collapsed={collapsed} onCollapse={setCollapsed} />
      </aside>
      <Drawer open={drawerOpen} onChange={setDrawerOpen} label={t('nav')}>
        <SideNavigation />
      </Drawer>
      <div className={styles.page}>
        <TopBar onMenu={() => setDrawerOpen(true)} />
        <ConnectionBanner />
        <main id="main" ref={main} className={styles.main} tabIndex={-1}>
          <Suspense fallback={<Splash inside />}>
            <Outlet />
          </Suspense>
        </main>
        <Footer />
      </div>
      <CommandPaletteHost />
    </div>
  )
}

/** Moves focus to the start of the main area after navigation. */
function useFocusOnNewScreen(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const previousPath = useRef(pathname)
  useEffect(() => {
    if (previousPath.current === pathname) return
    previousPath.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
