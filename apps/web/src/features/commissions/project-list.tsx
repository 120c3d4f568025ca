import { listProjects } from '@veranda/contract/commissions/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useList } from '../../lib/list.ts'
import { useWords } from '../../lib/words.ts'
import { MoreButton } from '../../parts/more-button.tsx'
import { ReadFailed } from '../../parts/reading.tsx'
import { type ProjectFilter } from './project-filter.ts'
import { ProjectRow } from './project-row.tsx'

/** One's projects, newest change first. */
export function ProjectList({ filter }: { filter: ProjectFilter }) {
  const t = useWords('projects')
  const { state, q } = filter
  const list = useList(listProjects, { query: { state, q: q || undefined, limit: 20 } }, { keep: true })
  if (list.problem && list.items.length === 0) {
    return (
      <Card>
        <ReadFailed problem={list.problem} failed={t('list.failed')} retry={list.retry} />
      </Card>
    )
  }
  if (list.isPending) {
    return (
      <Card>
        <SkeletonRows count={5} label={t('list.loading')} />
      </Card>
    )
  }
  if (list.items.length === 0) {
    return (
      <Card>
        <NoProjects filtered={state !== undefined || q !== ''} />
      </Card>
    )
  }
  return (
    <Stack>
      <Card>
        <Rows label={t('list.title')}>
          {list.items.map((project) => (
            <ProjectRow key={project.id} project={project} />
          ))}
        </Rows>
      </Card>
      <MoreButton list={list} />
    </Stack>
  )
}

function NoProjects({ filtered }: { filtered: boolean }) {
  const t = useWords('projects')
  if (filtered) {
    return (
      <EmptyState
        icon="filter"
        title={t('list.none-found')}
        text={t('list.none-found.text')}
        actions={<Button href="/projects">{t('list.show-all')}</Button>}
      />
    )
  }
  return (
    <EmptyState
      icon="projects"
      title={t('list.empty')}
      text={t('list.empty.text')}
      actions={<Button href="/search">{t('list.find-creator')}</Button>}
    />
  )
}
