import { type Slots } from '@veranda/contract/bookings/session-schemas.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { useWords } from '../../lib/words.ts'

/** Why the reader cannot book any of the times, and the way to what is in the way. */
export function NotBookable({ why }: { why: Slots['notBookable'] }) {
  const t = useWords('bookings')
  if (why === null) return null
  if (why.reason === 'own') return <Banner>{t('slots.own')}</Banner>
  return (
    <Banner
      tone="warning"
      title={t('slots.paying')}
      action={<Link href={`/booking/confirm/${why.bookingId}`}>{t('taken.to-hold')}</Link>}
    />
  )
}
