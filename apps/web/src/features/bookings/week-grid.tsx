import { type Appointment, type Calendar } from '@veranda/contract/bookings/schemas.ts'
import { cx } from '@veranda/ui/cx.ts'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { type CSSProperties, type ReactNode } from 'react'
import { clockHour, dayName, weekdayName } from '../../lib/format-day.ts'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { dateIn, timeIn } from '../../lib/zoned.ts'
import styles from './week-grid.module.css'
import { WeekItem } from './week-item.tsx'
import { hoursShown, placeOnDay, type Placed, weekDays } from './week-items.ts'

export type WeekGridProps = {
  monday: string
  zone: string
  calendar: Calendar
  /** The moment now, in milliseconds. */
  now: number
  /** Stands under a day's name: what one may do with that day. */
  dayAction?: ((date: string) => ReactNode) | undefined
}

/**
 * A week: each day a list of its sessions, drawn on the hours of the clock, with the open hours behind. By ear and on a
 * phone it is what it is in the page: seven named lists.
 */
export function WeekGrid({ monday, zone, calendar, now, dayAction }: WeekGridProps) {
  const t = useWords('bookings')
  const format = useFormat()
  const days = weekDays(monday, zone).map((day) => ({
    ...day,
    items: placeOnDay(calendar.items, stretchOfItem, day, zone),
    open: placeOnDay(calendar.open, stretchOf, day, zone),
    away: placeOnDay(calendar.absences, stretchOf, day, zone),
  }))
  const { first, last } = hoursShown(days.flatMap(({ items, open }) => [...items, ...open]))
  const today = dateIn(zone, now)
  const hours = Array.from({ length: last - first }, (_, index) => first + index)
  const place = ({ from, to, lane = 0, lanes = 1 }: { from: number; to: number; lane?: number; lanes?: number }) =>
    // Custom properties are plain strings to CSS, which its types do not know.
    ({
      '--from': Math.max(from, first) - first,
      '--to': Math.min(to, last) - first,
      '--lane': lane,
      '--lanes': lanes,
    }) as CSSProperties
  const [nowHour = 0, nowMinute = 0] = timeIn(zone, now).split(':').map(Number)
  const clock = nowHour + nowMinute / 60
  return (
    <div className={styles.grid} style={{ '--hours': hours.length } as CSSProperties}>
      <div className={styles.hours} aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour} className={styles.hour}>
            {hour === first ? '' : clockHour(format, hour)}
          </span>
        ))}
      </div>
      {days.map(({ date, items, open, away }) => (
        <section
          key={date}
          className={cx(styles.day, date === today && styles.today)}
          aria-label={dayName(format, date)}
        >
          <header className={styles.head}>
            <h3 className={styles.name}>
              <span aria-hidden="true" className={styles.weekday}>
                {weekdayName(format, date)}
              </span>
              <span aria-hidden="true" className={styles.number}>
                {Number(date.slice(8))}
              </span>
              <VisuallyHidden>
                {dayName(format, date)}
                {date === today && `, ${t('week.today')}`}
              </VisuallyHidden>
            </h3>
            {dayAction?.(date)}
          </header>
          <div className={styles.column}>
            {open.map((one) => (
              <div key={one.from} className={styles.open} style={place(one)} aria-hidden="true" />
            ))}
            {away.map((one) => (
              <div key={one.from} className={styles.away} style={place(one)} aria-hidden="true" />
            ))}
            {date === today && clock >= first && clock < last && (
              <div className={styles.now} style={place({ from: clock, to: clock })} aria-hidden="true" />
            )}
            <p className={styles.hoursText}>
              {away.length > 0 && `${t('week.away')}. `}
              {open.length > 0
                ? t('week.open', { hours: format.list(open.map((one) => hoursOf(one, format, t))) })
                : calendar.open.length > 0
                  ? t('week.closed')
                  : null}
            </p>
            {items.length === 0 ? (
              <p className={styles.none}>{t('week.none')}</p>
            ) : (
              <ul className={styles.items}>
                {items.map((placed) => (
                  <li key={placed.item.id} className={styles.item} style={place(placed)}>
                    <WeekItem appointment={placed.item} />
                  </li>
                ))}
              </ul>
            )}
          </div>
        </section>
      ))}
    </div>
  )
}

function hoursOf(
  { from, to }: Placed<unknown>,
  format: ReturnType<typeof useFormat>,
  t: ReturnType<typeof useWords<'bookings'>>,
) {
  return t('time.range', { from: clockHour(format, from), to: clockHour(format, to) })
}

function stretchOfItem({ startsAt, endsAt }: Appointment) {
  return { from: Date.parse(startsAt), to: Date.parse(endsAt) }
}

function stretchOf({ from, to }: { from: string; to: string }) {
  return { from: Date.parse(from), to: Date.parse(to) }
}
