import { QueryClientProvider } from '@tanstack/react-query'
import { cx } from '@veranda/ui/cx.ts'
import { Drawer } from '@veranda/ui/drawer.tsx'
import { SkipLink } from '@veranda/ui/skip-link.tsx'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { queryCache } from '../../lib/api/query.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { Footer } from './footer.tsx'
import { CommandPaletteHost } from '../command-palette/command-palette-host.tsx'
import styles from './shell.module.css'
import { SideNavigation } from './side-navigation.tsx'
import { Splash } from '../splash.tsx'
import { TopBar } from './top-bar.tsx'
import { useFocusOnNewScreen, useSignedInPage } from './use-signed-in-page.ts'
import { deviceStorage } from '../../lib/device/device-storage.ts'

// What is above each screen does not delay it, and a screen without it is better than none.
const ShellNotices = lazy((): Promise<{ default: ComponentType }> =>
  import('./shell-notices.tsx').then(
    (module) => ({ default: module.ShellNotices }),
    () => ({ default: () => null }),
  ),
)
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
  useSignedInPage(pathname + search)

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
