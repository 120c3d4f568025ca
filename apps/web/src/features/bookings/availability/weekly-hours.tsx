import { Button } from '@veranda/ui/button.tsx'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { TimeRangeList } from './time-range-list.tsx'
import { copyToOpenDays, rangesOnWeekday, type ScheduleDraft, weekdays, withRanges } from './schedule-draft.ts'
import styles from './schedule.module.css'

type WeeklyHoursProps = { draft: ScheduleDraft; onChange: (draft: ScheduleDraft) => void }

/** Edits the open hours of each weekday. */
export function WeeklyHours({ draft, onChange }: WeeklyHoursProps) {
  const t = useTranslations('bookings')
  const names = new Intl.DateTimeFormat(useFormat().locale, { weekday: 'long', timeZone: 'UTC' })
  return (
    <ul className={styles.week}>
      {weekdays.map((weekday) => {
        // 1 January 2024 was a Monday.
        const name = names.format(new Date(Date.UTC(2024, 0, weekday)))
        const ranges = rangesOnWeekday(draft, weekday)
        return (
          <li key={weekday} className={styles.weekday}>
            <span className={styles.weekdayName}>{name}</span>
            <TimeRangeList
              name={name}
              ranges={ranges}
              onChange={(next) => onChange(withRanges(draft, weekday, next))}
            />
            {ranges.length > 0 ? (
              <Button
                size="small"
                kind="quiet"
                icon="copy"
                aria-label={t('hours.copy', { day: name })}
                onClick={() => onChange(copyToOpenDays(draft, weekday))}
              >
                {t('hours.copy.short')}
              </Button>
            ) : (
              <span />
            )}
          </li>
        )
      })}
    </ul>
  )
}
