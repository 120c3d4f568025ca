import { listProjects } from '@veranda/contract/commissions/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useList } from '../../../lib/api/use-list.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useOffersServices } from '../../../lib/session/own-account.ts'
import { LoadMoreButton } from '../../../components/page/load-more-button.tsx'
import { QueryError } from '../../../components/page/query-boundary.tsx'
import { type ProjectFilter, toProjectQuery } from '../project-url.ts'
import { ProjectRow } from './project-row.tsx'
import styles from './projects.module.css'

/** Renders the user's projects, latest update first. */
export function ProjectList({ filter }: { filter: ProjectFilter }) {
  const t = useTranslations('commissions')
  const { state, q } = filter
  const list = useList(listProjects, { query: toProjectQuery(filter) }, { keepPrevious: true })
  if (list.problem && list.items.length === 0) {
    return (
      <Card>
        <QueryError problem={list.problem} errorTitle={t('list.failed')} retry={list.retry} />
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
        {state === 'archived' && q === '' ? (
          <NoneArchived />
        ) : (
          <NoProjects filtered={state !== undefined || q !== ''} />
        )}
      </Card>
    )
  }
  return (
    <Stack>
      <Card>
        <div className={styles.pictured}>
          <Rows label={t('list.title')}>
            {list.items.map((project) => (
              <ProjectRow key={project.id} project={project} />
            ))}
          </Rows>
        </div>
      </Card>
      <LoadMoreButton list={list} />
    </Stack>
  )
}

function NoneArchived() {
  const t = useTranslations('commissions')
  return <EmptyState icon="projects" title={t('list.none-archived')} text={t('list.none-archived.text')} />
}

function NoProjects({ filtered }: { filtered: boolean }) {
  const t = useTranslations('commissions')
  const offersServices = useOffersServices()
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
      text={t(offersServices ? 'list.empty.creator.text' : 'list.empty.text')}
      actions={
        offersServices ? (
          <Button href="/profile">{t('list.to-page')}</Button>
        ) : (
          <Button href="/search">{t('list.find-creator')}</Button>
        )
      }
    />
  )
}
