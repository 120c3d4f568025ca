import { type WallRange } from '@veranda/contract/bookings/session-schemas.ts'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useWords } from '../../lib/words.ts'
import { minutesOf, rangeFault, usualRange } from './schedule-draft.ts'
import styles from './schedule.module.css'

type RangeListProps = {
  /** Whose hours: "Monday". */
  name: string
  ranges: readonly WallRange[]
  onChange: (ranges: WallRange[]) => void
}

/** The open hours of one day: from and to on the wall clock, as many as one wants. */
export function RangeList({ name, ranges, onChange }: RangeListProps) {
  const t = useWords('bookings')
  const fault = rangeFault(ranges)
  const change = (index: number, part: Partial<WallRange>) =>
    onChange(ranges.map((range, at) => (at === index ? { ...range, ...part } : range)))

  function add() {
    const last = ranges.at(-1)
    if (!last) return onChange([usualRange])
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
          <TextInput
            type="time"
            className={styles.clock}
            aria-label={t('hours.from', { day: name, number: index + 1 })}
            value={range.from}
            onChange={(event) => change(index, { from: event.target.value })}
          />
          <span aria-hidden="true">–</span>
          <TextInput
            type="time"
            className={styles.clock}
            aria-label={t('hours.to', { day: name, number: index + 1 })}
            // The end of the day has no writing of its own in a time field.
            value={range.to === '24:00' ? '23:59' : range.to}
            onChange={(event) => change(index, { to: event.target.value })}
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
      {fault && (
        <p className={styles.fault} role="alert">
          {t(`hours.fault.${fault}`)}
        </p>
      )}
    </div>
  )
}
