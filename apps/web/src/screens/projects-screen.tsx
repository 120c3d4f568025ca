import { Button } from '@veranda/ui/button.tsx'
import { useSearchParams } from 'react-router'
import { ProjectBoard } from '../features/commissions/projects/project-board.tsx'
import { parseProjectFilter } from '../features/commissions/project-url.ts'
import { ProjectFilters } from '../features/commissions/projects/project-filters.tsx'
import { ProjectList } from '../features/commissions/projects/project-list.tsx'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { Page } from '../components/page/page.tsx'

/** Renders the user's projects as a list or board, filtered by the URL. */
export function ProjectsScreen() {
  const t = useTranslations('commissions')
  const [params] = useSearchParams()
  const filter = parseProjectFilter(params)
  return (
    <Page
      title={t('list.title')}
      actions={
        <Button kind="filled" icon="plus" href="/projects/new">
          {t('list.new')}
        </Button>
      }
    >
      <ProjectFilters filter={filter} />
      {filter.view === 'board' ? <ProjectBoard q={filter.q} /> : <ProjectList filter={filter} />}
    </Page>
  )
}
