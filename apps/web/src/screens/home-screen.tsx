import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { useNavigate } from 'react-router'
import { useGreeting, useMoment } from '../features/dashboard/greeting.ts'
import { NextHints } from '../features/dashboard/next-hints.tsx'
import { SearchBox } from '../features/dashboard/search-box.tsx'
import { WaitingOnMe } from '../features/dashboard/waiting-rows.tsx'
import { useRead } from '../lib/query.ts'
import { useSession } from '../lib/session.ts'
import { useWords } from '../lib/words.ts'
import { Page } from '../parts/page.tsx'
import { Reading } from '../parts/reading.tsx'
import { Section } from '../parts/section.tsx'

/** As many as fit at a glance. */
const glance = 3

/** Where somebody signed in begins: what waits on them now, and the ways into the work. */
export function HomeScreen() {
  const t = useWords('dashboard')
  const { user } = useSession()
  const navigate = useNavigate()
  const read = useRead(readDashboard, {}, { fresh: 0 })
  const greeting = useGreeting()
  const moment = useMoment()
  const waiting = read.data?.waitingOnMe ?? []
  return (
    <Page
      width="narrow"
      kicker={moment}
      tab={t('home.title', { name: user?.firstName ?? '' })}
      title={waiting.length > 0 ? greeting(waiting.length) : t('home.title', { name: user?.firstName ?? '' })}
      lead={waiting.length > 0 ? undefined : t('home.lead')}
      actions={
        <Button icon="plus" href="/projects/new">
          {t('home.project')}
        </Button>
      }
    >
      <Stack gap={8}>
        <SearchBox
          onSearch={(text) => void navigate(text === '' ? '/search' : `/search?q=${encodeURIComponent(text)}`)}
        />
        <Reading
          of={read}
          failed={t('failed')}
          shape={
            <Card>
              <SkeletonRows count={2} label={t('loading')} />
            </Card>
          }
        >
          {({ waitingOnMe }) =>
            waitingOnMe.length === 0 ? (
              <Section title={t('next')}>
                <NextHints creates={user?.role === 'creator'} />
              </Section>
            ) : (
              <Section title={t('mine')} aside={<Link href="/dashboard">{t('home.all')}</Link>}>
                <Card>
                  <WaitingOnMe items={waitingOnMe.slice(0, glance)} label={t('mine')} />
                </Card>
                {waitingOnMe.length > glance && (
                  <Link kind="quiet" href="/dashboard">
                    {t('home.rest', { count: waitingOnMe.length - glance })}
                  </Link>
                )}
              </Section>
            )
          }
        </Reading>
      </Stack>
    </Page>
  )
}
