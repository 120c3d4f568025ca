import { cx } from '@veranda/ui/cx.ts'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useId } from 'react'
import { useLanguage } from '../../lib/language.ts'
import { useWords } from '../../lib/words.ts'
import { type SlotDay } from './slot-days.ts'
import styles from './slot-picker.module.css'

type DayStripProps = { strip: readonly SlotDay[]; shown: string | undefined; onChange: (date: string) => void }

/** The days of a week as one choice: the arrow keys move within it, days without times are passed over. */
export function DayStrip({ strip, shown, onChange }: DayStripProps) {
  const t = useWords('bookings')
  const name = useId()
  const locale = new Intl.Locale(useLanguage(), { numberingSystem: 'latn' })
  const part = (options: Intl.DateTimeFormatOptions, date: string) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(new Date(`${date}T12:00:00Z`))
  return (
    <fieldset className={styles.strip}>
      <legend>
        <VisuallyHidden>{t('slots.day')}</VisuallyHidden>
      </legend>
      {strip.map(({ date, slots }) => (
        <label key={date} className={cx(styles.day, slots.length === 0 && styles.empty)}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            value={date}
            checked={date === shown && slots.length > 0}
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
