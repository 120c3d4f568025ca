import { type ProjectSummary } from '@veranda/contract/commissions/projects/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Row } from '@veranda/ui/row.tsx'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Amount } from '../../../components/money/amount.tsx'
import { ChargebackChip } from '../../../components/payment/chargeback-flag.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { VersionThumbnail } from '../../../components/version-thumbnail.tsx'
import styles from './projects.module.css'
import { ProjectStateChip } from '../state-chips.tsx'

export function ProjectRow({ project }: { project: ProjectSummary }) {
  const t = useTranslations('commissions')
  const others = useCounterparts(project)
  return (
    <Row
      wraps
      href={`/projects/${project.id}`}
      lead={
        <VersionThumbnail
          src={project.thumbnail}
          fallback={<Avatar name={others.face.name} src={others.face.avatar} />}
        />
      }
      title={project.title}
      detail={
        <>
          <bdi>{others.text}</bdi>
          {project.milestonesTotal > 0 && (
            <> · {t('list.milestones', { done: project.milestonesDone, count: project.milestonesTotal })}</>
          )}
          {' · '}
          <Timestamp at={project.updatedAt} />
        </>
      }
      end={
        <span className={styles.rowEnd}>
          <span className={styles.chips}>
            {project.pendingOnMe > 0 && <Chip tone="accent">{t('list.waiting', { count: project.pendingOnMe })}</Chip>}
            <ChargebackChip flag={project.isFrozen ? { state: 'open' } : null} />
            <ProjectStateChip state={project.state} />
          </span>
          {project.price && <Amount money={project.price} />}
        </span>
      }
    />
  )
}

/** Returns the other parties as text, and one of them for the avatar. */
export function useCounterparts(project: ProjectSummary) {
  const t = useTranslations('commissions')
  const format = useFormat()
  const [first] = project.creators
  if (project.viewerRole !== 'client')
    return { face: project.client, text: t('list.for', { name: project.client.name }) }
  if (!first) return { face: project.client, text: t('list.no-creators') }
  return { face: first, text: format.list(project.creators.map(({ name }) => name)) }
}
