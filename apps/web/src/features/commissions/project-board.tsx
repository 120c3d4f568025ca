import { listProjects } from '@veranda/contract/commissions/routes.ts'
import { type ProjectSummary } from '@veranda/contract/commissions/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Line } from '@veranda/ui/layout.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useId } from 'react'
import { useList } from '../../lib/list.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { PersonChip } from '../../parts/person-chip.tsx'
import { ReadFailed } from '../../parts/reading.tsx'
import { useOthers } from './project-row.tsx'
import styles from './projects.module.css'
import { ProjectState } from './state-chip.tsx'

const columns = ['open', 'active', 'completed', 'cancelled'] as const

/** The same projects side by side, a column for each state. */
export function ProjectBoard({ q }: { q: string }) {
  const t = useWords('projects')
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.board} role="region" aria-label={t('list.board')} tabIndex={0}>
      {columns.map((state) => (
        <BoardColumn key={state} state={state} q={q} />
      ))}
    </div>
  )
}

function BoardColumn({ state, q }: { state: (typeof columns)[number]; q: string }) {
  const t = useWords('projects')
  const id = useId()
  const list = useList(listProjects, { query: { state, q: q || undefined, limit: 20 } }, { keep: true })
  return (
    <section className={styles.column} aria-labelledby={id}>
      <h2 className={styles.columnHead} id={id}>
        <ProjectState state={state} />
      </h2>
      {list.problem && list.items.length === 0 ? (
        <ReadFailed problem={list.problem} retry={list.retry} />
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
      <MoreButton list={list} />
    </section>
  )
}

function BoardCard({ project }: { project: ProjectSummary }) {
  const t = useWords('projects')
  const others = useOthers(project)
  return (
    <li className={styles.card}>
      <Anchor className={styles.cardTitle} href={`/projects/${project.id}`}>
        {project.title}
      </Anchor>
      <PersonChip person={others.face} size="tiny" detail={undefined} />
      <Line justify="between" wrap>
        {project.price ? <Amount money={project.price} /> : <span className={styles.quiet}>{t('list.no-price')}</span>}
        {project.waitingOnMe > 0 && <Chip tone="accent">{t('list.waiting', { count: project.waitingOnMe })}</Chip>}
      </Line>
      {project.milestonesTotal > 0 && (
        <span className={styles.quiet}>
          {t('list.milestones', { done: project.milestonesDone, count: project.milestonesTotal })}
        </span>
      )}
    </li>
  )
}
