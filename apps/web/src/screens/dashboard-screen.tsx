import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Split, Stack } from '@veranda/ui/layout.tsx'
import { Skeleton, SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Page } from '../components/page/page.tsx'
import { QueryBoundary } from '../components/page/query-boundary.tsx'
import { Section } from '../components/page/section.tsx'
import { useGreeting, useLocalDateTime } from '../features/dashboard/greeting.ts'
import { PendingOnMe } from '../features/dashboard/pending-list.tsx'
import { useRead } from '../lib/api/query.ts'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { ActButton } from './dashboard/act-button.tsx'
import { useOpenedAct } from './dashboard/use-opened-act.tsx'
import styles from './dashboard-screen.module.css'

// What needs the user does not wait for the rest.
const loadMoney = () => import('../features/dashboard/money-panel.tsx')
const loadLowerPanels = () => import('../features/dashboard/lower-panels.tsx')
const loadBookings = () => import('../features/bookings/dashboard-bookings.tsx')
const BookingBanner = lazy(() =>
  import('../features/bookings/booking-banner.tsx').then((module) => ({ default: module.BookingBanner })),
)
const PendingBookings = lazy(() => loadBookings().then((module) => ({ default: module.PendingBookings })))
const UpcomingBookings = lazy(() => loadBookings().then((module) => ({ default: module.UpcomingBookings })))
const FirstSteps = lazy(() =>
  import('../features/dashboard/first-steps.tsx').then((module) => ({ default: module.FirstSteps })),
)
const NothingWaits = lazy(() =>
  import('../features/dashboard/nothing-waits.tsx').then((module) => ({ default: module.NothingWaits })),
)
const PendingOnThem = lazy(() =>
  import('../features/dashboard/pending-on-them.tsx').then((module) => ({ default: module.PendingOnThem })),
)
const LowerPanels = lazy(() => loadLowerPanels().then((module) => ({ default: module.LowerPanels })))
const MoneyPanel = lazy(() => loadMoney().then((module) => ({ default: module.MoneyPanel })))

/** Renders the landing screen of a signed-in user: what needs them now, what they wait for, recent work and money. */
export function DashboardScreen() {
  const t = useTranslations('dashboard')
  const read = useRead(readDashboard, {}, { staleTimeMs: 0 })
  // Fetched while the data is on its way, and not after it.
  useEffect(() => void Promise.allSettled([loadMoney(), loadLowerPanels(), loadBookings()]), [])
  const { pendingOnMe = [], bookings = [], role, firstSteps } = read.data ?? {}
  const waiting = pendingOnMe.length + bookings.filter((booking) => booking.pendingOnMe).length
  const greet = useGreeting()
  const localDateTime = useLocalDateTime()
  const { title, lead } = greet(waiting, firstSteps)
  return (
    <Page
      tabTitle={t('title')}
      overline={localDateTime}
      title={read.data ? title : t('title')}
      lead={read.data && lead}
      actions={
        <>
          {role === 'creator' ? (
            <Button icon="user" href="/profile">
              {t('your-page')}
            </Button>
          ) : (
            <Button icon="search" href="/search">
              {t('find')}
            </Button>
          )}
          <Button icon="plus" href="/projects/new">
            {t('start-project')}
          </Button>
        </>
      }
    >
      <QueryBoundary query={read} skeleton={<DashboardSkeleton />} errorTitle={t('failed')}>
        {(dashboard) => <DashboardContent dashboard={dashboard} />}
      </QueryBoundary>
    </Page>
  )
}

function DashboardContent({ dashboard }: { dashboard: Dashboard }) {
  const t = useTranslations('dashboard')
  const { pendingOnMe, pendingOnThem, bookings, firstSteps, recentVersions } = dashboard
  const list = useRef<HTMLDivElement>(null)
  const { openAct, dialog } = useOpenedAct(list)
  const requests = bookings.filter((booking) => booking.pendingOnMe)
  const upcoming = bookings.filter((booking) => !booking.pendingOnMe)
  const waits = pendingOnMe.length > 0 || requests.length > 0
  const isUnderWay = pendingOnThem.length > 0
  const nextSteps = firstSteps && (
    <Suspense fallback={<Skeleton shape="block" height="220px" />}>
      <FirstSteps firstSteps={firstSteps} />
    </Suspense>
  )
  return (
    <div className={styles.layout}>
      <Stack gap={8}>
        {upcoming.length > 0 && (
          <Suspense>
            <BookingBanner items={upcoming} />
          </Suspense>
        )}
        {waits ? (
          <Section title={t('mine')}>
            <div ref={list} tabIndex={-1}>
              <Card>
                {requests.length > 0 && (
                  <Suspense fallback={<SkeletonRows count={requests.length} label={t('loading')} />}>
                    <PendingBookings items={requests} />
                  </Suspense>
                )}
                {pendingOnMe.length > 0 && (
                  <PendingOnMe
                    items={pendingOnMe}
                    label={t('mine')}
                    act={(item) => <ActButton waiting={item} first={item === pendingOnMe[0]} onOpen={openAct} />}
                  />
                )}
              </Card>
            </div>
          </Section>
        ) : (
          (nextSteps ?? (
            <Suspense fallback={<Skeleton shape="block" height="220px" />}>
              <NothingWaits title={t('mine')} isUnderWay={isUnderWay} />
            </Suspense>
          ))
        )}
        {waits && nextSteps}
      </Stack>
      <Stack gap={8} className={styles.side}>
        {upcoming.length > 0 && (
          <Suspense>
            <UpcomingBookings items={upcoming} />
          </Suspense>
        )}
        <Suspense fallback={<Skeleton shape="block" height="320px" />}>
          <MoneyPanel dashboard={dashboard} />
        </Suspense>
      </Stack>
      <Stack gap={8}>
        {isUnderWay && (
          <Suspense fallback={<Skeleton shape="block" height={`${pendingOnThem.length * 77}px`} />}>
            <PendingOnThem items={pendingOnThem} label={t('theirs')} />
          </Suspense>
        )}
        <Suspense fallback={recentVersions.length > 0 && <Skeleton shape="block" height="240px" />}>
          <LowerPanels recentVersions={recentVersions} />
        </Suspense>
      </Stack>
      {dialog}
    </div>
  )
}

function DashboardSkeleton() {
  const t = useTranslations('dashboard')
  return (
    <Split>
      <Card>
        <SkeletonRows count={3} label={t('loading')} />
      </Card>
      <Card>
        <SkeletonRows count={2} label={t('loading')} />
      </Card>
    </Split>
  )
}
