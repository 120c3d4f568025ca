import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { useWords } from '../../lib/words.ts'
import { When } from '../../parts/when.tsx'
import styles from './booking.module.css'

const known = [
  'held',
  'paid-too-late',
  'requested',
  'confirmed',
  'declined',
  'expired',
  'given-back',
  'move-proposed',
  'move-refused',
  'moved',
  'cancelled',
  'started',
  'completed',
  'no-show',
  'overturned',
] as const

/** What happened with it, the latest first. */
export function BookingHistory({ booking }: { booking: Booking }) {
  const t = useWords('bookings')
  const lines = booking.history.flatMap(({ what, by, at }) => {
    const kind = known.find((one) => one === what)
    return kind ? [{ kind, by, at }] : []
  })
  if (lines.length === 0) return null
  const nameOf = (by: (typeof lines)[number]['by']) =>
    by === null ? '' : by === 'operator' ? t('history.by.operator') : booking[by].name
  return (
    <Card padded title={t('history.title')}>
      <ol className={styles.history}>
        {lines.toReversed().map(({ kind, by, at }) => (
          <li key={`${kind}${at}`}>
            <span>
              {t(`history.${kind}`)} <span className={styles.small}>{nameOf(by)}</span>
            </span>
            <span className={styles.small}>
              <When at={at} show="moment" />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
