import { readBooking, readBookingAsAdmin } from '@veranda/contract/bookings/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Split, Stack } from '@veranda/ui/layout.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useRead } from '../../lib/api/query.ts'
import { useOwnAccount } from '../../lib/session/own-account.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { QueryBoundary } from '../../components/page/query-boundary.tsx'
import { BookingPage } from './booking-page.tsx'

/** Loads a booking, again on every visit. */
export function BookingView({ id }: { id: string }) {
  const t = useTranslations('bookings')
  const own = useRead(readBooking, { params: { id } }, { staleTimeMs: 0 })
  // Other users' bookings are readable for admins only, by a separate route.
  const account = useOwnAccount()
  const isMissing = own.error?.status === 404
  const readsAsAdmin = account.data?.admin === true && isMissing
  const asAdmin = useRead(readBookingAsAdmin, { params: { id } }, { enabled: readsAsAdmin, staleTimeMs: 0 })
  // While the own read is refetched, its 404 is briefly cleared: keep showing what the admin read found.
  const found = readsAsAdmin || (asAdmin.data !== undefined && own.data === undefined) ? asAdmin : own
  if (isMissing && account.isPending) return <BookingSkeleton />
  return (
    <QueryBoundary
      query={found}
      errorTitle={t('page.failed')}
      skeleton={<BookingSkeleton />}
      notFound={
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
      {(booking) => <BookingPage key={booking.id} booking={booking} receivedAt={found.dataUpdatedAt} />}
    </QueryBoundary>
  )
}

function BookingSkeleton() {
  const t = useTranslations('bookings')
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
