import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { Timestamp } from '../../components/time/timestamp.tsx'
import styles from './booking.module.css'

const shownTypes = [
  'reserved',
  'paid-too-late',
  'requested',
  'confirmed',
  'declined',
  'expired',
  'withdrawn',
  'move-proposed',
  'move-proposal-closed',
  'moved',
  'cancelled',
  'started',
  'completed',
  'no-show',
  'overturned',
] as const

/** Shows the history of a booking, latest first. */
export function BookingHistory({ booking }: { booking: Booking }) {
  const t = useTranslations('bookings')
  const lines = booking.history.flatMap(({ type, by, at }) => {
    const kind = shownTypes.find((one) => one === type)
    return kind ? [{ kind, by, at }] : []
  })
  if (lines.length === 0) return null
  const nameOf = (by: (typeof lines)[number]['by']) =>
    by === null ? '' : by === 'admin' ? t('history.by.admin') : booking[by].name
  return (
    <Card padded title={t('history.title')}>
      <ol className={styles.history}>
        {lines.toReversed().map(({ kind, by, at }) => (
          <li key={`${kind}${at}`}>
            <span>
              {t(`history.${kind}`)} <span className={styles.small}>{nameOf(by)}</span>
            </span>
            <span className={styles.small}>
              <Timestamp at={at} show="moment" />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
