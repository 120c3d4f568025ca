import { type WallRange } from '@veranda/contract/bookings/services/schemas.ts'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { TimeSelect } from '../../../components/time/time-select.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { minutesOf, findRangeProblem, defaultRange } from './schedule-draft.ts'
import styles from './schedule.module.css'

type TimeRangeListProps = {
  /** Name of the day, for example "Monday". */
  name: string
  ranges: readonly WallRange[]
  onChange: (ranges: WallRange[]) => void
}

/** Edits the open hours of one day as any number of wall clock ranges. */
export function TimeRangeList({ name, ranges, onChange }: TimeRangeListProps) {
  const t = useTranslations('bookings')
  const problem = findRangeProblem(ranges)
  const change = (index: number, part: Partial<WallRange>) =>
    onChange(ranges.map((range, at) => (at === index ? { ...range, ...part } : range)))

  function add() {
    const last = ranges.at(-1)
    if (!last) return onChange([defaultRange])
    const start = Math.min(minutesOf(last.to) + 60, 22 * 60)
    const clock = (minutes: number) =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    onChange([...ranges, { from: clock(start), to: clock(Math.min(start + 120, 23 * 60 + 59)) }])
  }

  const more = (
    <IconButton
      size="small"
      icon="plus"
      label={t('hours.add.label', { day: name })}
      onClick={add}
      disabled={ranges.length >= 10}
    />
  )

  return (
    <div className={styles.ranges}>
      {ranges.length === 0 && (
        <div className={styles.rangeRow}>
          <span className={styles.closed}>{t('hours.closed')}</span>
          {more}
        </div>
      )}
      {ranges.map((range, index) => (
        <div key={index} className={styles.rangeRow}>
          <TimeSelect
            className={styles.clock}
            aria-label={t('hours.from', { day: name, number: index + 1 })}
            value={range.from}
            onChange={(from) => change(index, { from })}
          />
          <span aria-hidden="true">–</span>
          <TimeSelect
            className={styles.clock}
            aria-label={t('hours.to', { day: name, number: index + 1 })}
            value={range.to}
            onChange={(to) => change(index, { to })}
          />
          <IconButton
            size="small"
            icon="close"
            label={t('hours.remove', { day: name, number: index + 1 })}
            onClick={() => onChange(ranges.filter((_, at) => at !== index))}
          />
          {index === ranges.length - 1 && more}
          {range.to !== '' && range.to <= range.from && <span className={styles.quiet}>{t('hours.overnight')}</span>}
        </div>
      ))}
      {problem && (
        <p className={styles.fault} role="alert">
          {t(`hours.fault.${problem}`)}
        </p>
      )}
    </div>
  )
}
