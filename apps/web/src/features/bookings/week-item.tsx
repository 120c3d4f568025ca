import { type Appointment } from '@veranda/contract/bookings/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { bookingTones } from './state-look.ts'
import styles from './week-item.module.css'

/** A session as it lies on its day, and the way to it. */
export function WeekItem({ appointment }: { appointment: Appointment }) {
  const t = useWords('bookings')
  const format = useFormat()
  const { id, title, other, startsAt, endsAt, state, waitsForMe } = appointment
  const tone = waitsForMe ? 'accent' : bookingTones[state]
  return (
    <Anchor href={`/booking/confirm/${id}`} className={cx(styles.link, styles[tone])}>
      <span className={styles.time}>{t('time.range', { from: format.time(startsAt), to: format.time(endsAt) })}</span>
      <bdi className={styles.title}>{title}</bdi>
      <bdi className={styles.who}>{other.name}</bdi>
      <VisuallyHidden>{t(`state.${state}`)}</VisuallyHidden>
    </Anchor>
  )
}
