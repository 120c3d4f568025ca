import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import styles from './both-times.module.css'
import { sameClock, useSessionClock } from './session-clock.ts'

type BothTimesProps = {
  startsAt: string
  endsAt: string
  /** The other side, by name and zone. */
  other: { name: string; zone: string } | undefined
  /** The reader's zone, unless it is the one of their account. */
  zone?: string | undefined
}

/** A session on the reader's clock, and below it on the other side's, when it shows something else. */
export function BothTimes({ startsAt, endsAt, other, zone }: BothTimesProps) {
  const t = useWords('bookings')
  const account = useFormat().zone
  const own = zone ?? account
  const clock = useSessionClock()
  const mine = clock(startsAt, endsAt, own)
  const theirs = other && !sameClock(own, other.zone, startsAt) ? clock(startsAt, endsAt, other.zone) : undefined
  return (
    <div className={styles.times}>
      <time className={styles.mine} dateTime={startsAt}>
        <span className={styles.day}>{mine.day}</span>
        <span className={styles.hours}>{mine.times}</span>
      </time>
      <p className={styles.quiet}>{t('time.yours', { place: mine.place })}</p>
      {theirs && other && (
        <p className={styles.quiet}>
          <bdi>{t('time.theirs', { name: other.name, day: theirs.day, times: theirs.times, place: theirs.place })}</bdi>
        </p>
      )}
    </div>
  )
}
