import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { zoneName } from '@veranda/core/time/zone-name.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { shortWeekdayName } from '../calendar/format-day.ts'
import { formatFor } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { dateInZone, timeInZone } from '../calendar/time-zone.ts'
import { groupByDayPart, type SlotDay } from './slot-days.ts'
import { isSameClockTime } from '../calendar/use-booking-time-format.ts'
import styles from './slot-picker.module.css'

type DayTimesProps = {
  day: SlotDay
  zone: string
  other: { name: string; zone: string } | undefined
  chosen: string | undefined
  busy: boolean | undefined
  /** Called with the picked start; without it the times are read-only. */
  onPick: ((at: string, zone: string) => void) | undefined
}

/** Shows the free times of one day, each with the time in the other side's zone. */
export function DayTimes({ day, zone, other, chosen, busy, onPick }: DayTimesProps) {
  const t = useTranslations('bookings')
  const language = useLanguage()
  const format = formatFor(language, zone)
  const theirs = other && formatFor(language, other.zone)
  const first = day.slots[0]?.at ?? ''
  const both = other !== undefined && !isSameClockTime(zone, other.zone, first)
  const groups = groupByDayPart(day.slots, (iso) => Number(timeInZone(zone, Date.parse(iso)).slice(0, 2)))
  const face = (at: string) => (
    <>
      <span>{format.time(at)}</span>
      {both && theirs && (
        <span className={styles.there}>
          <VisuallyHidden>{t('slots.there', { name: other.name })}</VisuallyHidden>
          {dateInZone(zone, Date.parse(at)) === dateInZone(other.zone, Date.parse(at))
            ? theirs.time(at)
            : t('slots.other-day', {
                day: shortWeekdayName(theirs, dateInZone(other.zone, Date.parse(at))),
                time: theirs.time(at),
              })}
        </span>
      )}
    </>
  )
  return (
    <div className={styles.times}>
      <p className={styles.dayName}>
        {format.day(first)}
        {both && (
          <span className={styles.quiet}>{t('slots.both', { name: other.name, place: zoneName(other.zone) })}</span>
        )}
      </p>
      {groups.map(({ part, slots }) => (
        <section key={part} aria-label={t(`slots.${part}`)} className={styles.part}>
          <p className={styles.partName} aria-hidden="true">
            {t(`slots.${part}`)}
          </p>
          <ul className={styles.list}>
            {slots.map(({ at }) => (
              <li key={at}>
                {onPick ? (
                  <button
                    type="button"
                    className={cx(styles.time, at === chosen && styles.chosen)}
                    aria-pressed={chosen === undefined ? undefined : at === chosen}
                    aria-busy={(busy && at === chosen) || undefined}
                    aria-disabled={busy || undefined}
                    onClick={() => !busy && onPick(at, zone)}
                  >
                    {face(at)}
                  </button>
                ) : (
                  <span className={cx(styles.time, styles.shown)}>{face(at)}</span>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
