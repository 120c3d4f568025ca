import { type ProjectSummary } from '@veranda/contract/commissions/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Row } from '@veranda/ui/row.tsx'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { When } from '../../parts/when.tsx'
import styles from './projects.module.css'
import { ProjectState } from './state-chip.tsx'

export function ProjectRow({ project }: { project: ProjectSummary }) {
  const t = useWords('projects')
  const others = useOthers(project)
  return (
    <Row
      wraps
      href={`/projects/${project.id}`}
      lead={<Avatar name={others.face.name} src={others.face.avatar} />}
      title={project.title}
      detail={
        <>
          <bdi>{others.text}</bdi>
          {project.milestonesTotal > 0 && (
            <> · {t('list.milestones', { done: project.milestonesDone, count: project.milestonesTotal })}</>
          )}
          {' · '}
          <When at={project.updatedAt} />
        </>
      }
      end={
        <span className={styles.rowEnd}>
          <span className={styles.chips}>
            {project.waitingOnMe > 0 && <Chip tone="accent">{t('list.waiting', { count: project.waitingOnMe })}</Chip>}
            <ProjectState state={project.state} />
          </span>
          {project.price && <Amount money={project.price} />}
        </span>
      }
    />
  )
}

/** Who is on the other side, in words and with one face. */
export function useOthers(project: ProjectSummary) {
  const t = useWords('projects')
  const format = useFormat()
  const [first] = project.creators
  if (project.part !== 'client') return { face: project.client, text: t('list.for', { name: project.client.name }) }
  if (!first) return { face: project.client, text: t('list.nobody') }
  return { face: first, text: format.list(project.creators.map(({ name }) => name)) }
}
