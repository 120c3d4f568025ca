import { Anchor } from '@veranda/ui/anchor.tsx'
import { Badge } from '@veranda/ui/badge.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { Icon } from '@veranda/ui/icon.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useLocation } from 'react-router'
import { usePaymentsOff } from '../../lib/public-config.ts'
import { useUnreadCounts } from '../../lib/realtime/unread-counts.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { Logo } from '../../components/page/logo.tsx'
import styles from './side-navigation.module.css'

/** The four screens of the specification in its order, and the search. */
const mainLinks = [
  ['/dashboard', 'dashboard', 'screen.dashboard'],
  ['/projects', 'projects', 'screen.projects'],
  ['/appointments', 'calendar', 'screen.appointments'],
  ['/messages', 'message', 'screen.messages'],
  ['/search', 'search', 'nav.search'],
] as const

const lowerLinks = [
  ['/projects/new', 'plus', 'screen.new-project'],
  ['/payment', 'wallet', 'screen.payment'],
  ['/settings', 'settings', 'screen.settings'],
  ['/support', 'help', 'nav.help'],
] as const

type SideNavigationProps = {
  collapsed?: boolean
  /** Omitted where it cannot collapse: in the drawer. */
  onCollapse?: (collapsed: boolean) => void
}

export function SideNavigation({ collapsed = false, onCollapse }: SideNavigationProps) {
  const t = useTranslations('shell')
  const c = useTranslations('common')
  return (
    <div className={cx(styles.side, collapsed && styles.collapsed)}>
      <Anchor className={styles.brand} href="/" aria-label={c('brand')}>
        <Logo size={collapsed ? 22 : 26} />
        {collapsed ? c('brand.short') : c('brand')}
      </Anchor>
      <nav aria-label={t('nav')}>
        <Links links={mainLinks} collapsed={collapsed} />
      </nav>
      <div className={styles.spring} />
      <Links links={lowerLinks} collapsed={collapsed} />
      {onCollapse && (
        <>
          <div className={styles.line} />
          <button
            type="button"
            className={styles.item}
            aria-expanded={!collapsed}
            title={collapsed ? t('nav.expand') : undefined}
            onClick={() => onCollapse(!collapsed)}
          >
            <Icon name="sidebar" />
            <span className={styles.label}>{collapsed ? t('nav.expand') : t('nav.collapse')}</span>
          </button>
        </>
      )}
    </div>
  )
}

type LinksProps = { links: typeof mainLinks | typeof lowerLinks; collapsed: boolean }

function Links({ links, collapsed }: LinksProps) {
  const t = useTranslations('shell')
  const { pathname } = useLocation()
  const { messages } = useUnreadCounts()
  const paymentsOff = usePaymentsOff()
  return (
    <ul className={styles.list}>
      {links.map(([href, icon, key]) => {
        if (icon === 'wallet' && paymentsOff) return null
        const label = t(key)
        const count = icon === 'message' ? messages : 0
        // The landing is at two addresses.
        const isCurrent = pathname === href || (pathname === '/' && href === '/dashboard')
        const isAncestor = !isCurrent && pathname.startsWith(`${href}/`) && pathname !== '/projects/new'
        return (
          <li key={href}>
            <Anchor
              className={styles.item}
              href={href}
              aria-current={isCurrent ? 'page' : isAncestor ? 'true' : undefined}
              title={collapsed ? label : undefined}
            >
              <Icon name={icon} />
              <span className={styles.label}>{label}</span>
              {count > 0 && (
                <span className={styles.count}>
                  <Badge count={count} />
                  <VisuallyHidden>{t('nav.unread', { count })}</VisuallyHidden>
                </span>
              )}
            </Anchor>
          </li>
        )
      })}
    </ul>
  )
}
