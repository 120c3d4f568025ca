import { Link } from '@veranda/ui/link.tsx'
import { type KeyOf } from '@veranda/words/words.ts'
import { useLocation, useMatches } from 'react-router'
import { useWords } from '../lib/words.ts'
import styles from './crumbs.module.css'
import { type ScreenHandle } from './screen-handle.ts'
import { useScreenNames } from './screen-name.ts'

/** Which screens lie above others, by the beginning of their address. */
const parents: readonly { within: string; href: string; name: KeyOf<'shell'> }[] = [
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

export function Crumbs() {
  const t = useWords('shell')
  const { pathname } = useLocation()
  const names = useScreenNames()
  // Handles are given in screens.ts alone.
  const handle = useMatches().at(-1)?.handle as ScreenHandle | undefined
  const own = names[pathname] ?? (handle?.name === undefined ? undefined : t(handle.name))
  const parent = parents.find(({ within }) => pathname.startsWith(within))
  if (own === undefined) return null
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
        <li className={styles.crumb} aria-current="page">
          {own}
        </li>
      </ol>
    </nav>
  )
}
