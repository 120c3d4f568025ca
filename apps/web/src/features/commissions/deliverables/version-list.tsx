import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Picture } from '../../../components/picture.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { VersionTag } from '../version-tag.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { projectUrl } from '../project-url.ts'
import styles from '../milestones/milestone.module.css'

type VersionListProps = { projectId: string; milestone: Milestone; shown: Deliverable | undefined }

/** Renders links to all versions of a milestone, newest first. */
export function VersionList({ projectId, milestone, shown }: VersionListProps) {
  const t = useTranslations('commissions')
  const versions = milestone.deliverables.toSorted((a, b) => b.number - a.number)
  if (versions.length < 2) return null
  return (
    <Card title={t('version.list')} aside={t('history.count', { count: versions.length })}>
      <Rows label={t('version.list')}>
        {versions.map((version) => (
          <Row
            key={version.id}
            href={projectUrl(projectId, 'milestones', { milestone: milestone.id, version: version.number })}
            lead={
              version.files[0] && <Picture className={styles.mini} src={version.files[0].url} alt="" sizes="64px" />
            }
            title={<VersionTag number={version.number} hash={version.hash} />}
            detail={
              <>
                {t(`version.${version.state}`)} · <Timestamp at={version.createdAt} show="date" />
              </>
            }
            end={version.id === shown?.id ? <Chip tone="primary">{t('history.shown')}</Chip> : undefined}
          />
        ))}
      </Rows>
    </Card>
  )
}
