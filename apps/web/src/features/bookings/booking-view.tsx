import { readBooking, readBookingAsOperator } from '@veranda/contract/bookings/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Split, Stack } from '@veranda/ui/layout.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useRead } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { useWords } from '../../lib/words.ts'
import { Reading } from '../../parts/reading.tsx'
import { isCharging } from './booking-sides.ts'
import { BookingPage } from './booking-page.tsx'

/** One booking, read anew whenever it is looked at; while a payment is under way, often. */
export function BookingView({ id }: { id: string }) {
  const t = useWords('bookings')
  const own = useRead(readBooking, { params: { id } }, { fresh: 0 })
  // Bookings of others are there for operators only, by a way of their own.
  const operates = useSession().user?.role === 'admin' && own.error?.status === 404
  const others = useRead(readBookingAsOperator, { params: { id } }, { enabled: operates, fresh: 0 })
  // While one's own is asked for anew, its 404 is forgotten for a moment: what was found the other way stays in sight.
  const known = operates || (others.data !== undefined && own.data === undefined) ? others : own
  const charging = own.data !== undefined && isCharging(own.data)
  // A second look at the same cache entry, which only adds the asking.
  useRead(readBooking, { params: { id } }, { enabled: charging, every: 1_500 })
  return (
    <Reading
      of={known}
      failed={t('page.failed')}
      shape={<Shape />}
      absent={
        <Card>
          <EmptyState
            level={1}
            icon="calendar"
            title={t('page.absent')}
            text={t('page.absent.text')}
            actions={
              <>
                <Button kind="filled" href="/appointments">
                  {t('page.to-list')}
                </Button>
                <Button href="/search">{t('page.to-search')}</Button>
              </>
            }
          />
        </Card>
      }
    >
      {(booking) => <BookingPage key={booking.id} booking={booking} heardAt={known.dataUpdatedAt} />}
    </Reading>
  )
}

function Shape() {
  const t = useWords('bookings')
  return (
    <div role="status" aria-label={t('page.loading')}>
      <Stack gap={6}>
        <Skeleton shape="title" width="min(320px, 70%)" />
        <Skeleton width="100%" height="44px" />
        <Split>
          <Skeleton shape="block" height="320px" />
          <Skeleton shape="block" height="260px" />
        </Split>
      </Stack>
    </div>
  )
}
