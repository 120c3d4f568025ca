import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './booking-times.module.css'
import { isSameClockTime, useBookingTimeFormat } from './use-booking-time-format.ts'

type BookingTimesProps = {
  startsAt: string
  endsAt: string
  /** Name and time zone of the other side. */
  other: { name: string; zone: string } | undefined
  /** The reader's zone, if it differs from the account's. */
  zone?: string | undefined
}

/** Shows a session in the reader's zone, and below it in the other side's zone if that differs. */
export function BookingTimes({ startsAt, endsAt, other, zone }: BookingTimesProps) {
  const t = useTranslations('bookings')
  const account = useFormat().timeZone
  const own = zone ?? account
  const clock = useBookingTimeFormat()
  const mine = clock(startsAt, endsAt, own)
  const theirs = other && !isSameClockTime(own, other.zone, startsAt) ? clock(startsAt, endsAt, other.zone) : undefined
  return (
    <div className={styles.times}>
      <time className={styles.mine} dateTime={startsAt}>
        <span className={styles.day}>{mine.day}</span>
        <span className={styles.hours}>{mine.times}</span>
      </time>
      <p className={styles.quiet}>{t('time.yours', { place: mine.city })}</p>
      {theirs && other && (
        <p className={styles.quiet}>
          <bdi>{t('time.theirs', { name: other.name, day: theirs.day, times: theirs.zoned })}</bdi>
        </p>
      )}
    </div>
  )
}
