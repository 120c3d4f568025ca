import { type Appointment } from '@veranda/contract/bookings/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Row } from '@veranda/ui/row.tsx'
import { useFormat } from '../../lib/format.ts'
import { useNow } from '../../lib/now.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { BookingChip } from './booking-chip.tsx'
import styles from './appointments.module.css'

/** One session in a list: when on that day, what, with whom, where it stands. */
export function AppointmentRow({ appointment }: { appointment: Appointment }) {
  const t = useWords('bookings')
  const format = useFormat()
  const now = useNow()
  const { id, title, other, startsAt, endsAt, price, state, waitsForMe, join, part } = appointment
  const open = join !== null && now >= Date.parse(join.from) && now < Date.parse(join.until)
  return (
    <Row
      wraps
      href={`/booking/confirm/${id}`}
      lead={
        <span className={styles.lead}>
          <time className={styles.hours} dateTime={startsAt}>
            <span>{format.time(startsAt)}</span>
            <span className={styles.quiet}>{format.time(endsAt)}</span>
          </time>
          <Avatar name={other.name} src={other.avatar} />
        </span>
      }
      title={<bdi>{title}</bdi>}
      detail={
        <>
          <bdi className={styles.narrow}>
            {t('time.range', { from: format.time(startsAt), to: format.time(endsAt) })}
          </bdi>
          <bdi>{t(part === 'client' ? 'list.with' : 'list.for', { name: other.name })}</bdi>
        </>
      }
      end={
        <span className={styles.end}>
          {open ? (
            <Chip tone="accent" icon="headset">
              {t('list.open')}
            </Chip>
          ) : waitsForMe ? (
            <Chip tone="accent">
              {t(`list.waits.${state === 'held' || state === 'requested' ? state : 'proposal'}`)}
            </Chip>
          ) : (
            <BookingChip state={state} />
          )}
          {price && <Amount money={price} />}
        </span>
      }
    />
  )
}
