import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TabLinks } from '@veranda/ui/tabs.tsx'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { AppointmentList } from '../features/bookings/appointment-list.tsx'
import { appointmentsAddress, appointmentViewOf, appointmentViews } from '../features/bookings/appointments-address.ts'
import { useSession } from '../lib/session.ts'
import { useWords } from '../lib/words.ts'
import { Page } from '../parts/page.tsx'

const Calendar = lazy(() =>
  import('./appointments/calendar.tsx').then((module) => ({ default: module.AppointmentsCalendar })),
)
const Availability = lazy(() =>
  import('./appointments/availability.tsx').then((module) => ({ default: module.Availability })),
)
const Missed = lazy(() => import('./appointments/missed.tsx').then((module) => ({ default: module.Missed })))

/**
 * One's sessions: what comes, what waits, what was, the week; for a creator also when they can be booked, for an
 * operator what others missed.
 */
export function AppointmentsScreen() {
  const t = useWords('bookings')
  const [params] = useSearchParams()
  const { user } = useSession()
  const creates = user?.role === 'creator'
  const hidden = { availability: !creates, missed: user?.role !== 'admin' } as Readonly<Record<string, boolean>>
  const asked = appointmentViewOf(params)
  const view = hidden[asked] ? 'coming' : asked
  return (
    <Page
      title={t('list.title')}
      actions={
        !creates && (
          <Button icon="search" href="/search">
            {t('list.to-search')}
          </Button>
        )
      }
    >
      <TabLinks
        label={t('list.views')}
        links={appointmentViews
          .filter((one) => !hidden[one])
          .map((one) => ({ href: appointmentsAddress(one), label: t(`list.view.${one}`), current: one === view }))}
      />
      <Suspense fallback={<Skeleton shape="block" height="480px" />}>
        <Stack gap={5}>
          {view === 'calendar' ? (
            <Calendar />
          ) : view === 'availability' ? (
            <Availability />
          ) : view === 'missed' ? (
            <Missed />
          ) : (
            <AppointmentList key={view} view={view} />
          )}
        </Stack>
      </Suspense>
    </Page>
  )
}
