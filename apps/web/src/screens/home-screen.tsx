import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { useGreeting, useLocalDateTime } from '../features/dashboard/greeting.ts'
import { SearchBox } from '../features/dashboard/search-box.tsx'
import { WaitingOnMe } from '../features/dashboard/waiting-list.tsx'
import { useRead } from '../lib/api/query.ts'
import { useSession } from '../lib/session/session.ts'
import { useTranslations } from '../lib/i18n.ts'
import { Page } from '../components/page.tsx'
import { QueryBoundary } from '../components/query-boundary.tsx'
import { Section } from '../components/section.tsx'

// The first screen does not wait for them.
const Sessions = lazy(() =>
  import('../features/bookings/home-sessions.tsx').then((module) => ({ default: module.HomeSessions })),
)

const SuggestedActions = lazy(() =>
  import('../features/dashboard/suggested-actions.tsx').then((module) => ({ default: module.SuggestedActions })),
)

/** Number of pending tasks shown on the home screen. */
const maxItems = 3

/** Renders the landing screen of a signed-in user: pending tasks, search and suggestions. */
export function HomeScreen() {
  const t = useTranslations('dashboard')
  const { user } = useSession()
  const navigate = useNavigate()
  const read = useRead(readDashboard, {}, { staleTimeMs: 0 })
  const greeting = useGreeting()
  const localDateTime = useLocalDateTime()
  const waiting = read.data?.waitingOnMe ?? []
  return (
    <Page
      width="narrow"
      overline={localDateTime}
      tabTitle={t('home.title', { name: user?.firstName ?? '' })}
      title={waiting.length > 0 ? greeting(waiting.length) : t('home.title', { name: user?.firstName ?? '' })}
      lead={waiting.length > 0 ? undefined : t('home.lead')}
      actions={
        <Button icon="plus" href="/projects/new">
          {t('home.project')}
        </Button>
      }
    >
      <Stack gap={8}>
        <Suspense>
          <Sessions part="open" />
        </Suspense>
        <SearchBox
          onSearch={(text) => void navigate(text === '' ? '/search' : `/search?q=${encodeURIComponent(text)}`)}
        />
        <QueryBoundary
          query={read}
          errorTitle={t('failed')}
          skeleton={
            <Card>
              <SkeletonRows count={2} label={t('loading')} />
            </Card>
          }
        >
          {({ waitingOnMe }) =>
            waitingOnMe.length === 0 ? (
              <Section title={t('next')}>
                <Suspense>
                  <SuggestedActions />
                </Suspense>
              </Section>
            ) : (
              <Section title={t('mine')} aside={<Link href="/dashboard">{t('home.all')}</Link>}>
                <Card>
                  <WaitingOnMe items={waitingOnMe.slice(0, maxItems)} label={t('mine')} />
                </Card>
                {waitingOnMe.length > maxItems && (
                  <Link kind="quiet" href="/dashboard">
                    {t('home.rest', { count: waitingOnMe.length - maxItems })}
                  </Link>
                )}
              </Section>
            )
          }
        </QueryBoundary>
        <Suspense>
          <Sessions part="next" />
        </Suspense>
      </Stack>
    </Page>
  )
}
