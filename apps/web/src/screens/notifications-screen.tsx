import { Button } from '@veranda/ui/button.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Menu } from '@veranda/ui/menu.tsx'
import { useSearchParams } from 'react-router'
import { useNotificationActions } from '../features/notifications/centre/use-notification-actions.ts'
import { FilterBar } from '../features/notifications/centre/filter-bar.tsx'
import {
  parseNotificationFilters,
  serializeNotificationFilters,
} from '../features/notifications/centre/notification-filters.ts'
import { NotificationList } from '../features/notifications/centre/notification-list.tsx'
import { useUnreadCounts } from '../lib/realtime/unread-counts.ts'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { Page } from '../components/page/page.tsx'

/** Renders all notifications; the filters are in the URL. */
export function NotificationsScreen() {
  const t = useTranslations('notifications')
  const [params, setParams] = useSearchParams()
  const filters = parseNotificationFilters(params)
  const actions = useNotificationActions()
  const { count } = useUnreadCounts()
  return (
    <Page
      title={t('screen.title')}
      lead={<span role="status">{t('screen.count', { count })}</span>}
      actions={
        <>
          <Button icon="check" disabled={count === 0} onClick={actions.readAll}>
            {t('screen.read-all')}
          </Button>
          <Menu
            label={t('screen.more')}
            items={[
              {
                id: 'preferences',
                label: t('screen.preferences'),
                icon: 'settings',
                href: '/notification-preferences',
              },
              'line',
              { id: 'clear', label: t('screen.clear'), icon: 'trash', danger: true, onPress: actions.clear },
            ]}
          >
            {(trigger) => <IconButton {...trigger} icon="more" label={t('screen.more')} />}
          </Menu>
        </>
      }
    >
      <FilterBar filters={filters} onChange={(next) => setParams(serializeNotificationFilters(next))} />
      <NotificationList filters={filters} onClearFilters={() => setParams({})} actions={actions} />
    </Page>
  )
}
