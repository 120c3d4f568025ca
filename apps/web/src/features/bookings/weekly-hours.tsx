import { IconButton } from '@veranda/ui/icon-button.tsx'
import { useLanguage } from '../../lib/language.ts'
import { useWords } from '../../lib/words.ts'
import { RangeList } from './range-list.tsx'
import { copiedToOpenDays, rangesOn, type ScheduleDraft, weekdays, withRanges } from './schedule-draft.ts'
import styles from './schedule.module.css'

type WeeklyHoursProps = { draft: ScheduleDraft; onChange: (draft: ScheduleDraft) => void }

/** Monday to Sunday, each with its open hours. */
export function WeeklyHours({ draft, onChange }: WeeklyHoursProps) {
  const t = useWords('bookings')
  const names = new Intl.DateTimeFormat(useLanguage(), { weekday: 'long', timeZone: 'UTC' })
  return (
    <ul className={styles.week}>
      {weekdays.map((weekday) => {
        // The first of January 2024 was a Monday.
        const name = names.format(new Date(Date.UTC(2024, 0, weekday)))
        const ranges = rangesOn(draft, weekday)
        return (
          <li key={weekday} className={styles.weekday}>
            <span className={styles.weekdayName}>{name}</span>
            <RangeList name={name} ranges={ranges} onChange={(next) => onChange(withRanges(draft, weekday, next))} />
            {ranges.length > 0 ? (
              <IconButton
                size="small"
                icon="copy"
                label={t('hours.copy', { day: name })}
                onClick={() => onChange(copiedToOpenDays(draft, weekday))}
              />
            ) : (
              <span />
            )}
          </li>
        )
      })}
    </ul>
  )
}
