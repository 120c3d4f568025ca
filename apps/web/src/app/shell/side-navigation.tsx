import { Anchor } from '@veranda/ui/anchor.tsx'
import { Badge } from '@veranda/ui/badge.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { type IconName } from '@veranda/ui/icon-paths.ts'
import { Icon } from '@veranda/ui/icon.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useLocation } from 'react-router'
import { useUnreadCounts } from '../../lib/unread-counts.ts'
import { useTranslations } from '../../lib/i18n.ts'
import { Logo } from '../../components/logo.tsx'
import styles from './side-navigation.module.css'

type SideNavigationProps = {
  collapsed?: boolean
  /** Omitted where it cannot collapse: in the drawer. */
  onCollapse?: (collapsed: boolean) => void
}

export function SideNavigation({ collapsed = false, onCollapse }: SideNavigationProps) {
  const t = useTranslations('shell')
  const c = useTranslations('common')
  const { messages } = useUnreadCounts()
  const unread = messages > 0 ? t('nav.unread', { count: messages }) : undefined
  return (
    <div className={cx(styles.side, collapsed && styles.collapsed)}>
      <Anchor className={styles.brand} href="/" aria-label={c('brand')}>
        <Logo size={collapsed ? 22 : 26} />
        {collapsed ? c('brand.short') : c('brand')}
      </Anchor>
      <nav aria-label={t('nav')}>
        <ul className={styles.list}>
          <Item href="/dashboard" icon="dashboard" label={t('nav.dashboard')} collapsed={collapsed} />
          <Item href="/projects" icon="projects" label={t('nav.projects')} collapsed={collapsed} />
          <Item href="/appointments" icon="calendar" label={t('nav.bookings')} collapsed={collapsed} />
          <Item
            href="/messages"
            icon="message"
            label={t('nav.messages')}
            unread={unread}
            count={messages}
            collapsed={collapsed}
          />
          <Item href="/search" icon="search" label={t('nav.search')} collapsed={collapsed} />
        </ul>
      </nav>
      <div className={styles.spring} />
      <ul className={styles.list}>
        <Item href="/projects/new" icon="plus" label={t('nav.new-project')} collapsed={collapsed} />
        <Item href="/settings" icon="settings" label={t('nav.settings')} collapsed={collapsed} />
      </ul>
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

type ItemProps = {
  href: string
  icon: IconName
  label: string
  /** Read out after the label. */
  unread?: string | undefined
  count?: number
  collapsed: boolean
}

function Item({ href, icon, label, unread, count = 0, collapsed }: ItemProps) {
  const { pathname } = useLocation()
  // The landing is at two addresses.
  const isCurrent = pathname === href || (pathname === '/' && href === '/dashboard')
  const isAncestor = !isCurrent && pathname.startsWith(`${href}/`) && pathname !== '/projects/new'
  return (
    <li>
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
            <VisuallyHidden>{unread}</VisuallyHidden>
          </span>
        )}
      </Anchor>
    </li>
  )
}
