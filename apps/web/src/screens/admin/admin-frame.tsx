import { listQueues } from '@veranda/contract/admin/routes.ts'
import { type QueueList } from '@veranda/contract/admin/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Badge } from '@veranda/ui/badge.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Kbd } from '@veranda/ui/kbd.tsx'
import { SkipLink } from '@veranda/ui/skip-link.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { Logo } from '../../components/page/logo.tsx'
import { TabTitle } from '../../components/page/page.tsx'
import { QueryBoundary } from '../../components/page/query-boundary.tsx'
import { KeysDialog } from '../../features/admin/keys-dialog.tsx'
import { lookUpSections, sectionKeys } from '../../features/admin/admin-paths.ts'
import { useAdminKeys } from '../../features/admin/use-admin-keys.ts'
import { useRead } from '../../lib/api/query.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { NotFoundScreen } from '../not-found-screen.tsx'
import { useFocusOnNewScreen, useSignedInPage } from '../../app/shell/use-signed-in-page.ts'
import { Splash } from '../../app/splash.tsx'
import styles from './admin-frame.module.css'

const countRefreshMs = 30_000

/** Wraps the pages of the admins: the queues at the side, the keys, and who is let in. */
export function AdminFrame({ children }: { children: (list: QueueList) => ReactNode }) {
  const { pathname, search } = useLocation()
  useSignedInPage(pathname + search)
  const query = useRead(listQueues, {}, { staleTimeMs: 0, refetchIntervalMs: countRefreshMs })
  if (query.error?.code === 'admin.second-factor-missing') return <FactorMissing />
  return (
    <QueryBoundary query={query} skeleton={<Splash />} notFound={<NoAdmin />}>
      {(list) => <Pages list={list}>{children(list)}</Pages>}
    </QueryBoundary>
  )
}

/** Shows everyone else what they would see at an address that does not exist. */
function NoAdmin() {
  return (
    <main id="main" className={styles.alone}>
      <NotFoundScreen />
    </main>
  )
}

/** Leads an admin without a second factor to where one is turned on. */
function FactorMissing() {
  const t = useTranslations('admin')
  return (
    <main id="main" className={styles.alone}>
      <TabTitle>{t('title')}</TabTitle>
      <EmptyState
        level={1}
        icon="shield"
        title={t('factor.title')}
        text={t('factor.text')}
        actions={
          <>
            <Button kind="filled" href="/settings/security">
              {t('factor.open')}
            </Button>
            <Button href="/">{t('leave')}</Button>
          </>
        }
      />
    </main>
  )
}

function Pages({ list, children }: { list: QueueList; children: ReactNode }) {
  const t = useTranslations('admin')
  const { pathname } = useLocation()
  const main = useFocusOnNewScreen(pathname)
  const [isHelpOpen, setHelpOpen] = useState(false)
  useAdminKeys({ parent: parentOf(pathname), onHelp: () => setHelpOpen(true) })
  return (
    <div className={styles.frame}>
      <SkipLink to="main">{t('skip')}</SkipLink>
      <aside className={styles.side}>
        <Anchor className={styles.brand} href="/admin">
          <Logo />
          {t('title')}
        </Anchor>
        <nav aria-label={t('queues')}>
          <ul className={styles.list}>
            {list.items.map(({ queue, count }) => (
              <li key={queue}>
                <SectionLink section={queue} count={count} />
              </li>
            ))}
            <li>
              <SectionLink section="look-up" />
            </li>
            {list.permissions.includes('read-audit-log') && (
              <li>
                <SectionLink section="audit-log" />
              </li>
            )}
          </ul>
        </nav>
        <div className={styles.foot}>
          <button type="button" className={styles.item} onClick={() => setHelpOpen(true)}>
            <Icon name="help" />
            <span className={styles.label}>{t('keys')}</span>
            <Kbd>?</Kbd>
          </button>
          <Anchor className={styles.item} href="/">
            <Icon name="logout" />
            <span className={styles.label}>{t('leave')}</span>
          </Anchor>
        </div>
      </aside>
      <main id="main" ref={main} className={styles.main} tabIndex={-1}>
        <Suspense fallback={<Splash inside />}>{children}</Suspense>
      </main>
      <KeysDialog open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  )
}

/** Returns where Esc leads: from a case to its queue, from what was looked up to the search, else to the overview. */
function parentOf(pathname: string): string | undefined {
  const [, , section, id] = pathname.split('/')
  if (section === undefined || section === '') return undefined
  if (id === undefined) return '/admin'
  return isLookedUp(section) ? '/admin/look-up' : `/admin/${section}`
}

const isLookedUp = (section: string) => lookUpSections.some((known) => known === section)

function SectionLink({ section, count = 0 }: { section: keyof typeof sectionKeys; count?: number }) {
  const t = useTranslations('admin')
  const { pathname } = useLocation()
  const href = `/admin/${section}`
  const current =
    pathname === href
      ? 'page'
      : pathname.startsWith(`${href}/`) || (section === 'look-up' && isLookedUp(pathname.split('/')[2] ?? ''))
        ? 'true'
        : undefined
  return (
    <Anchor className={styles.item} href={href} aria-current={current}>
      <span className={styles.label}>{t(`section.${section}`)}</span>
      {count > 0 && (
        <>
          <Badge count={count} />
          <VisuallyHidden>{t('overview.waiting', { count })}</VisuallyHidden>
        </>
      )}
    </Anchor>
  )
}
