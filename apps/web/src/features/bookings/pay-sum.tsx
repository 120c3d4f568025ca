import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import styles from './booking.module.css'

/** What is charged, and what of it is protected. */
export function PaySum({ booking }: { booking: Booking }) {
  const t = useWords('bookings')
  const { price, clientPays } = booking
  if (!price || !clientPays) return null
  return (
    <dl className={styles.sum}>
      <dt>{t('sum.price')}</dt>
      <dd>
        <Amount money={price} />
      </dd>
      <dt>{t('sum.fee')}</dt>
      <dd>
        <Amount money={{ amount: clientPays.amount - price.amount, currency: price.currency }} />
      </dd>
      <dt className={styles.total}>{t('sum.total')}</dt>
      <dd>
        <Amount money={clientPays} size="large" />
      </dd>
    </dl>
  )
}
