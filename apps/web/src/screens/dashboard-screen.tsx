import { listNextBookings } from '@veranda/contract/bookings/routes.ts'
import { type BookingSummary } from '@veranda/contract/bookings/schemas.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Split, Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { Page } from '../components/page.tsx'
import { PaymentsOffBanner } from '../components/payment/payments-off.tsx'
import { usePaymentsOff } from '../lib/public-config.ts'
import { QueryBoundary } from '../components/query-boundary.tsx'
import { Section } from '../components/section.tsx'
import { PendingBookings, UpcomingBookings } from '../features/bookings/dashboard-bookings.tsx'
import { SessionBanner } from '../features/bookings/session-banner.tsx'
import { useGreeting, useLocalDateTime } from '../features/dashboard/greeting.ts'
import { MoneySummary } from '../features/dashboard/money-summary.tsx'
import { MonthsChart } from '../features/dashboard/months-chart.tsx'
import { SuggestedActions } from '../features/dashboard/suggested-actions.tsx'
import { WaitingOnMe, WaitingOnThem } from '../features/dashboard/waiting-list.tsx'
import { useRead } from '../lib/api/query.ts'
import { useTranslations } from '../lib/i18n.ts'

/** Renders pending tasks and money. */
export function DashboardScreen() {
  const t = useTranslations('dashboard')
  const read = useRead(readDashboard, {}, { staleTimeMs: 0 })
  const sessions = useRead(listNextBookings, {}, { staleTimeMs: 0 }).data?.items ?? []
  const waiting = (read.data?.waitingOnMe.length ?? 0) + sessions.filter(({ waitingOnMe }) => waitingOnMe).length
  const greeting = useGreeting()
  const localDateTime = useLocalDateTime()
  return (
    <Page tabTitle={t('title')} overline={localDateTime} title={read.data ? greeting(waiting) : t('title')}>
      <QueryBoundary query={read} skeleton={<DashboardSkeleton />} errorTitle={t('failed')}>
        {(dashboard) => <DashboardContent dashboard={dashboard} sessions={sessions} />}
      </QueryBoundary>
    </Page>
  )
}

function DashboardContent({ dashboard, sessions }: { dashboard: Dashboard; sessions: readonly BookingSummary[] }) {
  const t = useTranslations('dashboard')
  const tBookings = useTranslations('bookings/dashboard')
  const paymentsOff = usePaymentsOff()
  const { waitingOnMe, waitingOnThem } = dashboard
  const requests = sessions.filter(({ waitingOnMe }) => waitingOnMe)
  const nothingWaits = waitingOnMe.length === 0 && requests.length === 0
  return (
    <Split>
      <Stack gap={8}>
        <SessionBanner items={sessions} />
        <Section title={t('mine')}>
          {nothingWaits && (
            <Card>
              <EmptyState compact icon="check" title={t('mine.none.title')} text={t('mine.none.text')} level={3} />
            </Card>
          )}
          {requests.length > 0 && (
            <Card>
              <PendingBookings items={requests} label={tBookings('title')} />
            </Card>
          )}
          {waitingOnMe.length > 0 && (
            <Card>
              <WaitingOnMe items={waitingOnMe} label={t('mine')} />
            </Card>
          )}
        </Section>
        <UpcomingBookings items={sessions.filter(({ waitingOnMe }) => !waitingOnMe)} />
        {waitingOnThem.length > 0 && (
          <Section title={t('theirs')}>
            <Card>
              <WaitingOnThem items={waitingOnThem} label={t('theirs')} />
            </Card>
          </Section>
        )}
        {nothingWaits && (
          <Section title={t('next')}>
            <SuggestedActions />
          </Section>
        )}
      </Stack>
      {paymentsOff ? <PaymentsOffBanner /> : <Money dashboard={dashboard} />}
    </Split>
  )
}

function Money({ dashboard: { money, months } }: { dashboard: Dashboard }) {
  const t = useTranslations('dashboard')
  return (
    <Section title={t('money')} aside={<Link href="/payment">{t('money.open')}</Link>}>
      <Card>
        <MoneySummary money={money} />
      </Card>
      {months.map((monthsOfCurrency) => (
        <Card key={monthsOfCurrency.currency}>
          <MonthsChart months={monthsOfCurrency} />
        </Card>
      ))}
    </Section>
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
