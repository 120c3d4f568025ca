import { type Deliverable } from '@veranda/contract/commissions/deliverable-schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { useWords } from '../../lib/words.ts'
import { VersionTag } from '../../parts/version-tag.tsx'
import { When } from '../../parts/when.tsx'
import { projectAddress } from './project-address.ts'
import styles from './milestone.module.css'

type VersionListProps = { projectId: string; milestone: Milestone; shown: Deliverable | undefined }

/** All versions of a milestone, newest first; each opens in the same place. */
export function VersionList({ projectId, milestone, shown }: VersionListProps) {
  const t = useWords('projects')
  const versions = milestone.deliverables.toSorted((a, b) => b.number - a.number)
  if (versions.length < 2) return null
  return (
    <Card title={t('version.list')} aside={t('history.count', { count: versions.length })}>
      <Rows label={t('version.list')}>
        {versions.map((version) => (
          <Row
            key={version.id}
            href={projectAddress(projectId, 'milestones', { milestone: milestone.id, version: version.number })}
            lead={version.files[0] && <img className={styles.mini} src={version.files[0].url} alt="" loading="lazy" />}
            title={<VersionTag number={version.number} hash={version.hash} />}
            detail={
              <>
                {t(`version.${version.state}`)} · <When at={version.createdAt} show="date" />
              </>
            }
            end={version.id === shown?.id ? <Chip tone="primary">{t('history.shown')}</Chip> : undefined}
          />
        ))}
      </Rows>
    </Card>
  )
}
