import { Link } from '@veranda/ui/link.tsx'
import { useLocation, useMatches } from 'react-router'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import styles from './breadcrumbs.module.css'
import { type ScreenHandle } from '../screen-handle.ts'
import { useScreenTitles } from '../screen-title.ts'

/** Path prefixes with their parent screen, whose address and name are one word. */
const parentScreens = [
  ['/projects/', 'projects'],
  ['/talent/', 'search'],
  ['/settings/', 'settings'],
  ['/notification-preferences', 'notifications'],
  ['/notifications/', 'notifications'],
  ['/messages/', 'messages'],
  ['/payment/', 'payment'],
  ['/rooms/', 'projects'],
  ['/booking/', 'appointments'],
] as const

export function Breadcrumbs() {
  const t = useTranslations('shell')
  const { pathname } = useLocation()
  const titles = useScreenTitles()
  // Handles are set in the route files only.
  const handle = useMatches().at(-1)?.handle as ScreenHandle | undefined
  const current = titles[pathname] ?? (handle?.name === undefined ? undefined : t(handle.name))
  const [, parent] = parentScreens.find(([prefix]) => pathname.startsWith(prefix)) ?? []
  if (current === undefined) return null
  return (
    <nav className={styles.crumbs} aria-label={t('crumbs')}>
      <ol className={styles.list}>
        {parent && (
          <li className={styles.crumb}>
            <Link kind="quiet" href={`/${parent}`}>
              {t(`screen.${parent}`)}
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
