import { nextAppointments } from '@veranda/contract/bookings/routes.ts'
import { type Appointment } from '@veranda/contract/bookings/schemas.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Split, Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { NextSessions } from '../features/bookings/next-sessions.tsx'
import { WaitingSessions } from '../features/bookings/waiting-sessions.tsx'
import { useGreeting, useMoment } from '../features/dashboard/greeting.ts'
import { MoneyNumbers } from '../features/dashboard/money-numbers.tsx'
import { MonthsChart } from '../features/dashboard/months-chart.tsx'
import { NextHints } from '../features/dashboard/next-hints.tsx'
import { WaitingOnMe, WaitingOnThem } from '../features/dashboard/waiting-rows.tsx'
import { useRead } from '../lib/query.ts'
import { useSession } from '../lib/session.ts'
import { useWords } from '../lib/words.ts'
import { Page } from '../parts/page.tsx'
import { Reading } from '../parts/reading.tsx'
import { Section } from '../parts/section.tsx'

/** What waits on whom, and where the money stands. */
export function DashboardScreen() {
  const t = useWords('dashboard')
  const read = useRead(readDashboard, {}, { fresh: 0 })
  const sessions = useRead(nextAppointments, {}, { fresh: 0 }).data?.items ?? []
  const waiting = (read.data?.waitingOnMe.length ?? 0) + sessions.filter(({ waitsForMe }) => waitsForMe).length
  const greeting = useGreeting()
  const moment = useMoment()
  return (
    <Page tab={t('title')} kicker={moment} title={read.data ? greeting(waiting) : t('title')}>
      <Reading of={read} shape={<Shape />} failed={t('failed')}>
        {(dashboard) => <Matter dashboard={dashboard} sessions={sessions} />}
      </Reading>
    </Page>
  )
}

function Matter({ dashboard, sessions }: { dashboard: Dashboard; sessions: readonly Appointment[] }) {
  const t = useWords('dashboard')
  const n = useWords('sessions')
  const role = useSession().user?.role
  const { waitingOnMe, waitingOnThem, money, months } = dashboard
  const asked = sessions.filter(({ waitsForMe }) => waitsForMe)
  const calm = waitingOnMe.length === 0 && asked.length === 0
  return (
    <Split>
      <Stack gap={8}>
        <Section title={t('mine')}>
          {calm && (
            <Card>
              <EmptyState compact icon="check" title={t('mine.none.title')} text={t('mine.none.text')} level={3} />
            </Card>
          )}
          {asked.length > 0 && (
            <Card>
              <WaitingSessions items={asked} label={n('title')} />
            </Card>
          )}
          {waitingOnMe.length > 0 && (
            <Card>
              <WaitingOnMe items={waitingOnMe} label={t('mine')} />
            </Card>
          )}
        </Section>
        <NextSessions items={sessions.filter(({ waitsForMe }) => !waitsForMe)} />
        {waitingOnThem.length > 0 && (
          <Section title={t('theirs')}>
            <Card>
              <WaitingOnThem items={waitingOnThem} label={t('theirs')} />
            </Card>
          </Section>
        )}
        {calm && (
          <Section title={t('next')}>
            <NextHints creates={role === 'creator'} />
          </Section>
        )}
      </Stack>
      <Section title={t('money')} aside={<Link href="/payment">{t('money.open')}</Link>}>
        <Card>
          <MoneyNumbers money={money} />
        </Card>
        {months.map((one) => (
          <Card key={one.currency}>
            <MonthsChart months={one} />
          </Card>
        ))}
      </Section>
    </Split>
  )
}

function Shape() {
  const t = useWords('dashboard')
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
