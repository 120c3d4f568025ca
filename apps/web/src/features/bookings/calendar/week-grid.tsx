import { type BookingSummary, type Calendar } from '@veranda/contract/bookings/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { type CSSProperties, type ReactNode } from 'react'
import { formatClockHour, dayName, shortWeekdayName } from './format-day.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { dateInZone, timeInZone } from './time-zone.ts'
import { bookingTones } from '../booking-state-tones.ts'
import styles from './week-grid.module.css'
import { visibleHours, placeOnDay, type PlacedItem, weekDays } from './week-layout.ts'

export type WeekGridProps = {
  monday: string
  zone: string
  calendar: Calendar
  /** Current time, in milliseconds. */
  now: number
  /** Renders an action below a day's name; undefined for users without open hours, whose days are not closed. */
  dayAction?: ((date: string) => ReactNode) | undefined
}

/**
 * Shows a week: each day is a list of its bookings, positioned on an hour grid, with the open hours behind. For screen
 * readers and on phones it is seven named lists.
 */
export function WeekGrid({ monday, zone, calendar, now, dayAction }: WeekGridProps) {
  const t = useTranslations('bookings')
  const format = useFormat()
  const days = weekDays(monday, zone).map((day) => ({
    ...day,
    items: placeOnDay(calendar.items, spanOfBooking, day, zone),
    open: placeOnDay(calendar.open, spanOf, day, zone),
    away: placeOnDay(calendar.absences, spanOf, day, zone),
  }))
  const { first, last } = visibleHours(days.flatMap(({ items, open }) => [...items, ...open]))
  const today = dateInZone(zone, now)
  const hours = Array.from({ length: last - first }, (_, index) => first + index)
  const place = ({ from, to, lane = 0, lanes = 1 }: { from: number; to: number; lane?: number; lanes?: number }) =>
    // React's CSS types do not know custom properties.
    ({
      '--from': Math.max(from, first) - first,
      '--to': Math.min(to, last) - first,
      '--lane': lane,
      '--lanes': lanes,
    }) as CSSProperties
  const [nowHour = 0, nowMinute = 0] = timeInZone(zone, now).split(':').map(Number)
  const clock = nowHour + nowMinute / 60
  return (
    <div
      className={cx(styles.grid, !dayAction && styles.withoutHours)}
      style={{ '--hours': hours.length } as CSSProperties}
    >
      <div className={styles.hours} aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour} className={styles.hour}>
            {hour === first ? '' : formatClockHour(format, hour)}
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
                {shortWeekdayName(format, date)}
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
            {away.length > 0 && <p className={styles.hoursText}>{t('week.away')}</p>}
            <p className={styles.hoursText}>
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
                    <WeekBooking booking={placed.item} />
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

/** Shows a booking on its day, as a link. */
function WeekBooking({ booking }: { booking: BookingSummary }) {
  const t = useTranslations('bookings')
  const format = useFormat()
  const { id, title, other, startsAt, endsAt, state, pendingOnMe } = booking
  const tone = pendingOnMe ? 'accent' : bookingTones[state]
  return (
    <Anchor href={`/booking/confirm/${id}`} className={cx(styles.link, styles[tone])}>
      <span className={styles.time}>{t('time.range', { from: format.time(startsAt), to: format.time(endsAt) })}</span>
      <bdi className={styles.title}>{title}</bdi>
      <bdi className={styles.who}>{other.name}</bdi>
      <VisuallyHidden>{t(`state.${state}`)}</VisuallyHidden>
    </Anchor>
  )
}

function hoursOf(
  { from, to }: PlacedItem<unknown>,
  format: ReturnType<typeof useFormat>,
  t: ReturnType<typeof useTranslations<'bookings'>>,
) {
  return t('time.range', { from: formatClockHour(format, from), to: formatClockHour(format, to) })
}

function spanOfBooking({ startsAt, endsAt }: BookingSummary) {
  return { from: Date.parse(startsAt), to: Date.parse(endsAt) }
}

function spanOf({ from, to }: { from: string; to: string }) {
  return { from: Date.parse(from), to: Date.parse(to) }
}
