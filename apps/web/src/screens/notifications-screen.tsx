import { Button } from '@veranda/ui/button.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Menu } from '@veranda/ui/menu.tsx'
import { useSearchParams } from 'react-router'
import { useNotificationActs } from '../features/notifications/acts.ts'
import { FilterBar } from '../features/notifications/filter-bar.tsx'
import { readNotificationFilters, writeNotificationFilters } from '../features/notifications/notification-filters.ts'
import { NotificationRows } from '../features/notifications/notification-rows.tsx'
import { useUnread } from '../lib/unread.ts'
import { useWords } from '../lib/words.ts'
import { Page } from '../parts/page.tsx'

/** Everything one was told; the filters stand in the address. */
export function NotificationsScreen() {
  const t = useWords('notifications')
  const [params, setParams] = useSearchParams()
  const filters = readNotificationFilters(params)
  const acts = useNotificationActs()
  const { count } = useUnread()
  return (
    <Page
      title={t('screen.title')}
      lead={<span role="status">{t('screen.count', { count })}</span>}
      actions={
        <>
          <Button icon="check" disabled={count === 0} onClick={acts.readAll}>
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
              { id: 'clear', label: t('screen.clear'), icon: 'trash', danger: true, onPress: acts.clear },
            ]}
          >
            {(trigger) => <IconButton {...trigger} icon="more" label={t('screen.more')} />}
          </Menu>
        </>
      }
    >
      <FilterBar filters={filters} onChange={(next) => setParams(writeNotificationFilters(next))} />
      <NotificationRows filters={filters} onClearFilters={() => setParams({})} acts={acts} />
    </Page>
  )
}
