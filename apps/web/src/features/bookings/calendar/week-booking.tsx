import { type BookingSummary } from '@veranda/contract/bookings/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useFormat } from '../../../lib/format.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { bookingTones } from '../booking-state-tones.ts'
import styles from './week-booking.module.css'

/** Shows a booking on its day, as a link. */
export function WeekBooking({ booking }: { booking: BookingSummary }) {
  const t = useTranslations('bookings')
  const format = useFormat()
  const { id, title, other, startsAt, endsAt, state, waitingOnMe } = booking
  const tone = waitingOnMe ? 'accent' : bookingTones[state]
  return (
    <Anchor href={`/booking/confirm/${id}`} className={cx(styles.link, styles[tone])}>
      <span className={styles.time}>{t('time.range', { from: format.time(startsAt), to: format.time(endsAt) })}</span>
      <bdi className={styles.title}>{title}</bdi>
      <bdi className={styles.who}>{other.name}</bdi>
      <VisuallyHidden>{t(`state.${state}`)}</VisuallyHidden>
    </Anchor>
  )
}
