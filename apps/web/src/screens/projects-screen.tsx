import { Button } from '@veranda/ui/button.tsx'
import { useSearchParams } from 'react-router'
import { ProjectBoard } from '../features/commissions/project-board.tsx'
import { filterOf } from '../features/commissions/project-filter.ts'
import { ProjectFilters } from '../features/commissions/project-filters.tsx'
import { ProjectList } from '../features/commissions/project-list.tsx'
import { useWords } from '../lib/words.ts'
import { Page } from '../parts/page.tsx'

/** All projects one is part of, as a list or a board; the filter is the address. */
export function ProjectsScreen() {
  const t = useWords('projects')
  const [params] = useSearchParams()
  const filter = filterOf(params)
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
