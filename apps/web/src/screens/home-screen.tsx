import { Card } from '@veranda/ui/card.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { useSession } from '../lib/session.ts'
import { useWords } from '../lib/words.ts'
import { Page } from '../parts/page.tsx'

/** Where somebody signed in begins: the ways into the work. */
export function HomeScreen() {
  const t = useWords('shell')
  const { user } = useSession()
  return (
    <Page
      width="narrow"
      tab={t('screen.home')}
      title={t('home.title', { name: user?.firstName || t('user.default') })}
      lead={t('home.text')}
    >
      <Card>
        <Rows>
          <Row
            lead={<Icon name="dashboard" />}
            title={t('home.dashboard')}
            detail={t('home.dashboard.text')}
            href="/dashboard"
          />
          <Row lead={<Icon name="search" />} title={t('home.search')} detail={t('home.search.text')} href="/search" />
          <Row
            lead={<Icon name="plus" />}
            title={t('home.project')}
            detail={t('home.project.text')}
            href="/projects/new"
          />
        </Rows>
      </Card>
    </Page>
  )
}
