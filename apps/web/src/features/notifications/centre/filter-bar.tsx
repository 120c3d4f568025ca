import { notificationTypes, priorities } from '@veranda/core/notifications/types.ts'
import { Button } from '@veranda/ui/button.tsx'
import { ToggleChip } from '@veranda/ui/chip.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './filter-bar.module.css'
import {
  type NotificationFilters,
  parseNotificationFilters,
  serializeNotificationFilters,
} from './notification-filters.ts'

type Props = { filters: NotificationFilters; onChange: (filters: NotificationFilters) => void }

/** Filters notifications by read state, type and priority. */
export function FilterBar({ filters, onChange }: Props) {
  const t = useTranslations('notifications')
  const states = [
    { value: undefined, label: t('screen.filter.all') },
    { value: 'false', label: t('screen.filter.unread') },
    { value: 'true', label: t('screen.filter.read') },
  ] as const

  function choose(name: 'read' | 'type' | 'priority', value: string | undefined) {
    const next = serializeNotificationFilters(filters)
    if (value) next.set(name, value)
    else next.delete(name)
    onChange(parseNotificationFilters(next))
  }

  return (
    <div className={styles.bar} role="group" aria-label={t('screen.filters')}>
      <div className={styles.states}>
        {states.map(({ value, label }) => (
          <ToggleChip key={label} on={filters.read === value} onChange={() => choose('read', value)}>
            {label}
          </ToggleChip>
        ))}
      </div>
      <Select
        aria-label={t('screen.filter.type')}
        value={filters.type ?? ''}
        onChange={(event) => choose('type', event.target.value)}
        options={[
          { value: '', label: t('screen.filter.any-type') },
          ...notificationTypes.map((type) => ({ value: type, label: t(`screen.type.${type}`) })),
        ]}
      />
      <Select
        aria-label={t('screen.filter.priority')}
        value={filters.priority ?? ''}
        onChange={(event) => choose('priority', event.target.value)}
        options={[
          { value: '', label: t('screen.filter.any-priority') },
          ...priorities.map((priority) => ({ value: priority, label: t(`screen.priority.${priority}`) })),
        ]}
      />
      {Object.keys(filters).length > 0 && (
        <Button size="small" kind="quiet" onClick={() => onChange({})}>
          {t('screen.filter.clear')}
        </Button>
      )}
    </div>
  )
}
