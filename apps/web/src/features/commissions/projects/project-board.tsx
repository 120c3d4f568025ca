import { listProjects } from '@veranda/contract/commissions/routes.ts'
import { type ProjectSummary } from '@veranda/contract/commissions/projects/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Inline } from '@veranda/ui/layout.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useId } from 'react'
import { useList } from '../../../lib/api/use-list.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Amount } from '../../../components/money/amount.tsx'
import { LoadMoreButton } from '../../../components/page/load-more-button.tsx'
import { UserChip } from '../../../components/user-chip.tsx'
import { QueryError } from '../../../components/page/query-boundary.tsx'
import { useCounterparts } from './project-row.tsx'
import styles from './projects.module.css'
import { ProjectStateChip } from '../state-chips.tsx'
import { toProjectQuery } from '../project-url.ts'

const columns = ['open', 'active', 'completed', 'cancelled'] as const

/** Renders the projects as a board with one column per state. */
export function ProjectBoard({ q }: { q: string }) {
  const t = useTranslations('commissions')
  return (
    // A scrollable region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.board} role="region" aria-label={t('list.board')} tabIndex={0}>
      {columns.map((state) => (
        <BoardColumn key={state} state={state} q={q} />
      ))}
    </div>
  )
}

function BoardColumn({ state, q }: { state: (typeof columns)[number]; q: string }) {
  const t = useTranslations('commissions')
  const id = useId()
  const list = useList(listProjects, { query: toProjectQuery({ state, q }) }, { keepPrevious: true })
  return (
    <section className={styles.column} aria-labelledby={id}>
      <h2 className={styles.columnHead} id={id}>
        <ProjectStateChip state={state} />
      </h2>
      {list.problem && list.items.length === 0 ? (
        <QueryError problem={list.problem} retry={list.retry} />
      ) : list.isPending ? (
        <Skeleton shape="block" height="112px" />
      ) : list.items.length === 0 ? (
        <p className={styles.none}>{t('list.column-empty')}</p>
      ) : (
        <ul className={styles.cards}>
          {list.items.map((project) => (
            <BoardCard key={project.id} project={project} />
          ))}
        </ul>
      )}
      <LoadMoreButton list={list} />
    </section>
  )
}

function BoardCard({ project }: { project: ProjectSummary }) {
  const t = useTranslations('commissions')
  const others = useCounterparts(project)
  return (
    <li className={styles.card}>
      <Anchor className={styles.cardTitle} href={`/projects/${project.id}`}>
        {project.title}
      </Anchor>
      <UserChip user={others.face} size="tiny" detail={undefined} />
      <Inline justify="between" wrap>
        {project.price ? <Amount money={project.price} /> : <span className={styles.quiet}>{t('list.no-price')}</span>}
        {project.pendingOnMe > 0 && <Chip tone="accent">{t('list.waiting', { count: project.pendingOnMe })}</Chip>}
      </Inline>
      {project.milestonesTotal > 0 && (
        <span className={styles.quiet}>
          {t('list.milestones', { done: project.milestonesDone, count: project.milestonesTotal })}
        </span>
      )}
    </li>
  )
}
