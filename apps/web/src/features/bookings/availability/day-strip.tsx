import { cx } from '@veranda/ui/cx.ts'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useId } from 'react'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type SlotDay } from './slot-days.ts'
import styles from './slot-picker.module.css'

type DayStripProps = { days: readonly SlotDay[]; selected: string | undefined; onChange: (date: string) => void }

/** Shows the days of a week as one radio group: arrow keys move within it and skip days without times. */
export function DayStrip({ days, selected, onChange }: DayStripProps) {
  const t = useTranslations('bookings')
  const name = useId()
  const { locale } = useFormat()
  const part = (options: Intl.DateTimeFormatOptions, date: string) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(new Date(`${date}T12:00:00Z`))
  return (
    <fieldset className={styles.strip}>
      <legend>
        <VisuallyHidden>{t('slots.day')}</VisuallyHidden>
      </legend>
      {days.map(({ date, slots }) => (
        <label key={date} className={cx(styles.day, slots.length === 0 && styles.empty)}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            value={date}
            checked={date === selected && slots.length > 0}
            disabled={slots.length === 0}
            onChange={() => onChange(date)}
          />
          <span className={styles.weekday} aria-hidden="true">
            {part({ weekday: 'short' }, date)}
          </span>
          <span className={styles.number} aria-hidden="true">
            {part({ day: 'numeric' }, date)}
          </span>
          <span className={styles.count} aria-hidden="true">
            {slots.length === 0 ? '–' : t('slots.count', { count: slots.length })}
          </span>
          <VisuallyHidden>
            {t('slots.day.label', {
              day: part({ weekday: 'long', day: 'numeric', month: 'long' }, date),
              free: t('slots.free', { count: slots.length }),
            })}
          </VisuallyHidden>
        </label>
      ))}
    </fieldset>
  )
}
