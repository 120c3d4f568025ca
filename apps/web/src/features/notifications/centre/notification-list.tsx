import { type Notification } from '@veranda/contract/notifications/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { LoadMoreButton } from '../../../components/page/load-more-button.tsx'
import { QueryError } from '../../../components/page/query-boundary.tsx'
import { type NotificationActions } from './use-notification-actions.ts'
import { type NotificationFilters } from './notification-filters.ts'
import styles from './notification-row.module.css'
import { NotificationRow } from './notification-row.tsx'
import { useNotifications } from '../queries.ts'
import { ExplanationDialog } from './explanation-dialog.tsx'

type Props = { filters: NotificationFilters; onClearFilters: () => void; actions: NotificationActions }

/** Renders the user's notifications, newest first. */
export function NotificationList({ filters, onClearFilters, actions }: Props) {
  const t = useTranslations('notifications')
  const [explained, setExplained] = useState<Notification>()
  const list = useNotifications(filters)
  const filtered = Object.keys(filters).length > 0

  if (list.isPending) return <Card>{<SkeletonRows count={6} label={t('screen.loading')} />}</Card>
  if (list.problem && (navigator.onLine || list.items.length === 0)) {
    return <QueryError problem={list.problem} errorTitle={t('screen.failed')} retry={list.retry} />
  }
  if (list.items.length === 0) {
    return (
      <Card>
        {filtered ? (
          <EmptyState
            icon="filter"
            title={t('screen.empty.filtered.title')}
            text={t('screen.empty.filtered.text')}
            actions={<Button onClick={onClearFilters}>{t('screen.filter.clear')}</Button>}
          />
        ) : (
          <EmptyState
            icon="bell"
            title={t('screen.empty.title')}
            text={t('screen.empty.text')}
            actions={<Button href="/search">{t('screen.empty.do')}</Button>}
          />
        )}
      </Card>
    )
  }
  return (
    <>
      <Card>
        <ul className={styles.list} aria-label={t('screen.title')}>
          {list.items.map((notification) => (
            <NotificationRow
              key={notification._id}
              notification={notification}
              actions={actions}
              onExplain={setExplained}
            />
          ))}
        </ul>
      </Card>
      <LoadMoreButton list={list} />
      <ExplanationDialog notification={explained} onClose={() => setExplained(undefined)} />
    </>
  )
}
