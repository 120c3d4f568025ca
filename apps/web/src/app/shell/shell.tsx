import { QueryClientProvider } from '@tanstack/react-query'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { cx } from '@veranda/ui/cx.ts'
import { Drawer } from '@veranda/ui/drawer.tsx'
import { SkipLink } from '@veranda/ui/skip-link.tsx'
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { queryCache, useRead } from '../../lib/api/query.ts'
import { tokenRefresh, tokenRefreshBufferSeconds } from '../../lib/build-settings.ts'
import { setUserTimeZone } from '../../lib/i18n/format.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { useOpenPage } from '../../lib/realtime/open-pages.ts'
import { refreshToken } from '../../lib/session/refresh-token.ts'
import { saveUser, storedToken } from '../../lib/session/session.ts'
import { expiresWithin } from '../../lib/session/token.ts'
import { Footer } from './footer.tsx'
import { CommandPaletteHost } from '../command-palette/command-palette-host.tsx'
import styles from './shell.module.css'
import { SideNavigation } from './side-navigation.tsx'
import { Splash } from '../splash.tsx'
import { TopBar } from './top-bar.tsx'
import { useRealtimeConnection } from '../use-realtime-connection.ts'
import { deviceStorage } from '../../lib/device/device-storage.ts'

// What is above each screen does not delay it, and a screen without it is better than none.
const ShellNotices = lazy((): Promise<{ default: ComponentType }> =>
  import('./shell-notices.tsx').then(
    (module) => ({ default: module.ShellNotices }),
    () => ({ default: () => null }),
  ),
)
const tokenCheckIntervalMs = 30_000
const collapsedKey = 'sidebar-collapsed'

/** Returns whether the side navigation shows icons only, and a setter; stored on this device until sign-out. */
export function useSidebarCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(() => deviceStorage.get(collapsedKey) === 'true')
  return [
    collapsed,
    (next) => {
      deviceStorage.set(collapsedKey, String(next))
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
  const { pathname, search } = useLocation()
  const main = useFocusOnNewScreen(pathname)
  useOpenPage(pathname + search)
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
        <Suspense>
          <ShellNotices />
        </Suspense>
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

/** Copies the account from the server into the session, name, avatar, role, time zone. */
function useAccountSync(): void {
  const { data } = useRead(readAccount, {}, { staleTimeMs: 300_000 })
  useEffect(() => {
    if (!data) return
    const { id, firstName, name, email, role, avatar, createdAt, lastLogin, authProvider } = data
    saveUser({ id, firstName, name, email, role, avatar, createdAt, lastLogin, authProvider })
    setUserTimeZone(data.timeZone)
  }, [data])
}

/** Refreshes the token before it expires, if the switch is on; otherwise the next call that needs it does. */
function useTokenRefreshTimer(): void {
  useEffect(() => {
    if (!tokenRefresh) return
    const timer = setInterval(() => {
      const token = storedToken()
      if (token !== undefined && expiresWithin(token, tokenRefreshBufferSeconds, Date.now())) void refreshToken(token)
    }, tokenCheckIntervalMs)
    return () => clearInterval(timer)
  }, [])
}
