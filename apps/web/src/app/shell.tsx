import { Drawer } from '@veranda/ui/drawer.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { SkipLink } from '@veranda/ui/skip-link.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { cache } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { Connection } from './connection.tsx'
import { Footer } from './footer.tsx'
import { PaletteOpener } from './palette-opener.tsx'
import { useCollapsed } from './side-collapsed.ts'
import { SideNavigation } from './side-navigation.tsx'
import styles from './shell.module.css'
import { Splash } from './splash.tsx'
import { TopBar } from './top-bar.tsx'
import { useAccountSync } from './use-account-sync.ts'
import { useLiveWhileSignedIn } from './use-live.ts'
import { useTokenTimer } from './use-token-timer.ts'

/** What stands around every screen of somebody signed in. */
export function Shell() {
  return (
    <QueryClientProvider client={cache}>
      <ShellFrame />
    </QueryClientProvider>
  )
}

function ShellFrame() {
  const t = useWords('shell')
  const [collapsed, setCollapsed] = useCollapsed()
  const [drawer, setDrawer] = useState(false)
  const { pathname } = useLocation()
  const main = useFocusOnNewScreen(pathname)
  useAccountSync()
  useLiveWhileSignedIn()
  useTokenTimer()

  const [drawnPath, setDrawnPath] = useState(pathname)
  if (drawnPath !== pathname) {
    setDrawnPath(pathname)
    setDrawer(false)
  }

  return (
    <div className={cx(styles.shell, collapsed && styles.collapsed)}>
      <SkipLink to="main">{t('skip')}</SkipLink>
      <aside className={styles.side}>
        <SideNavigation collapsed={collapsed} onCollapse={setCollapsed} />
      </aside>
      <Drawer open={drawer} onChange={setDrawer} label={t('nav')}>
        <SideNavigation />
      </Drawer>
      <div className={styles.page}>
        <TopBar onMenu={() => setDrawer(true)} />
        <Connection />
        <main id="main" ref={main} className={styles.main} tabIndex={-1}>
          <Suspense fallback={<Splash inside />}>
            <Outlet />
          </Suspense>
        </main>
        <Footer />
      </div>
      <PaletteOpener />
    </div>
  )
}

/** After a move to another screen the keyboard and the screen reader begin at its start. */
function useFocusOnNewScreen(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const former = useRef(pathname)
  useEffect(() => {
    if (former.current === pathname) return
    former.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
