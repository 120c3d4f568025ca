import { Link } from '@veranda/ui/link.tsx'
import { type MessageKey } from '@veranda/i18n/catalogues.ts'
import { useLocation, useMatches } from 'react-router'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import styles from './breadcrumbs.module.css'
import { type ScreenHandle } from '../screen-handle.ts'
import { useScreenTitles } from '../screen-title.ts'

/** Parent screens by path prefix. */
const parentScreens: readonly { within: string; href: string; name: MessageKey<'shell'> }[] = [
  { within: '/projects/', href: '/projects', name: 'screen.projects' },
  { within: '/talent/', href: '/search', name: 'screen.search' },
  { within: '/settings/', href: '/settings', name: 'screen.settings' },
  { within: '/notification-preferences', href: '/notifications', name: 'screen.notifications' },
  { within: '/notifications/', href: '/notifications', name: 'screen.notifications' },
  { within: '/messages/', href: '/messages', name: 'screen.messages' },
  { within: '/payment/', href: '/payment', name: 'screen.payment' },
  { within: '/rooms/', href: '/projects', name: 'screen.projects' },
  { within: '/booking/', href: '/appointments', name: 'screen.appointments' },
]

export function Breadcrumbs() {
  const t = useTranslations('shell')
  const { pathname } = useLocation()
  const titles = useScreenTitles()
  // Handles are set in the route files only.
  const handle = useMatches().at(-1)?.handle as ScreenHandle | undefined
  const current = titles[pathname] ?? (handle?.name === undefined ? undefined : t(handle.name))
  const parent = parentScreens.find(({ within: prefix }) => pathname.startsWith(prefix))
  if (current === undefined) return null
  return (
    <nav className={styles.crumbs} aria-label={t('crumbs')}>
      <ol className={styles.list}>
        {parent && (
          <li className={styles.crumb}>
            <Link kind="quiet" href={parent.href}>
              {t(parent.name)}
            </Link>
          </li>
        )}
        <li className={styles.crumb}>
          <span aria-current="page" dir="auto">
            {current}
          </span>
        </li>
      </ol>
    </nav>
  )
}
