import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { TabLinks } from '@veranda/ui/tabs.tsx'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { Page } from '../components/page/page.tsx'
import { BookingList } from '../features/bookings/booking-list.tsx'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { useOwnAccount } from '../lib/session/own-account.ts'

export const bookingTabs = ['upcoming', 'waiting', 'past', 'calendar', 'availability', 'no-shows'] as const
export type BookingTab = (typeof bookingTabs)[number]

/** Parses the tab from the address; falls back to the upcoming bookings. */
export function parseBookingTab(params: URLSearchParams): BookingTab {
  return bookingTabs.find((known) => known === params.get('view')) ?? 'upcoming'
}

export function bookingsPath(view: BookingTab): string {
  return view === 'upcoming' ? '/appointments' : `/appointments?view=${view}`
}

const Calendar = lazy(() => import('./bookings/calendar.tsx').then((module) => ({ default: module.BookingsCalendar })))
const Availability = lazy(() =>
  import('./bookings/availability.tsx').then((module) => ({ default: module.Availability })),
)
const NoShowList = lazy(() =>
  import('../features/bookings/attendance/no-show-list.tsx').then((module) => ({ default: module.NoShowList })),
)

/**
 * Shows the user's bookings: upcoming, waiting, past and the week; for users who offer something also their availability, for admins the
 * no-shows of others.
 */
export function BookingsScreen() {
  const t = useTranslations('bookings')
  const [params] = useSearchParams()
  const { offersServices = false, admin = false } = useOwnAccount().data ?? {}
  const hidden: Readonly<Partial<Record<BookingTab, boolean>>> = {
    availability: !offersServices,
    'no-shows': !admin,
  }
  const requested = parseBookingTab(params)
  const view = hidden[requested] ? 'upcoming' : requested
  return (
    <Page
      title={t('list.title')}
      actions={
        !offersServices && (
          <Button icon="search" href="/search">
            {t('list.to-search')}
          </Button>
        )
      }
    >
      <TabLinks
        label={t('list.views')}
        links={bookingTabs
          .filter((one) => !hidden[one])
          .map((one) => ({ href: bookingsPath(one), label: t(`list.view.${one}`), current: one === view }))}
      />
      <Suspense fallback={<Skeleton shape="block" height="480px" />}>
        <Stack gap={5}>
          {view === 'calendar' ? (
            <Calendar />
          ) : view === 'availability' ? (
            <Availability />
          ) : view === 'no-shows' ? (
            <NoShowList />
          ) : (
            <BookingList key={view} view={view} />
          )}
        </Stack>
      </Suspense>
    </Page>
  )
}
