import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Inline, Split, Stack } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { type ReactNode, useState } from 'react'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { AssetTiles } from '../../../components/assets/asset-tiles.tsx'
import { UserChip } from '../../../components/user-chip.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { BudgetRange } from './budget-range.tsx'
import { projectUrl } from '../project-url.ts'
import styles from '../commissions.module.css'
import { RequestCommissionDialog } from '../offers/request-commission-dialog.tsx'
import { CommissionStateChip } from '../state-chips.tsx'
import { ProjectFiles } from '../deliverables/original-files.tsx'
import { PendingActions } from './pending-actions.tsx'

type ProjectOverviewProps = {
  project: Project
  /** Shown for completed commissions. */
  reviews: ReactNode
  /** The sessions that were booked from the project. */
  sessions: ReactNode
  /** Come last, because they are loaded later and would move what is below them. */
  consents: ReactNode
}

/** Renders pending actions, brief and members. */
export function ProjectOverview({ project, reviews, sessions, consents }: ProjectOverviewProps) {
  const t = useTranslations('commissions')
  const [asking, setAsking] = useState(false)
  const canRequestOffer = project.actions.includes('request-offer')
  const idle = canRequestOffer && project.commissions.length === 0
  return (
    <Split>
      <Stack gap={6}>
        <PendingActions project={project} />
        {idle && (
          <Card>
            <EmptyState
              compact
              icon="people"
              title={t('overview.no-creators')}
              text={t('overview.no-creators.text')}
              actions={
                <Button kind="filled" onClick={() => setAsking(true)}>
                  {t('request.open')}
                </Button>
              }
            />
          </Card>
        )}
        {reviews}
        <ProjectFiles project={project} />
        <Card title={t('overview.brief')} padded>
          <Stack gap={4}>
            <p className={styles.prose} dir="auto">
              {project.brief}
            </p>
            <AssetTiles assets={project.files} label={t('files')} />
            {project.skills.length > 0 && (
              <Inline wrap>
                {project.skills.map((skill) => (
                  <Chip key={skill}>{skill}</Chip>
                ))}
              </Inline>
            )}
          </Stack>
        </Card>
        {sessions}
        {consents}
      </Stack>
      <Stack gap={4}>
        {!idle && (
          <Card
            title={t('overview.commissions')}
            aside={
              canRequestOffer ? (
                <Button size="small" kind="quiet" icon="plus" onClick={() => setAsking(true)}>
                  {t('request.another')}
                </Button>
              ) : undefined
            }
          >
            <Commissions project={project} />
          </Card>
        )}
        <Card title={t('overview.facts')} padded>
          <dl className={styles.facts}>
            <dt>{t('overview.client')}</dt>
            <dd>
              <UserChip user={project.client} size="tiny" />
            </dd>
            <dt>{t('new.budget')}</dt>
            <dd>
              <BudgetRange budget={project.budget} />
            </dd>
            <dt>{t('overview.opened')}</dt>
            <dd>
              <Timestamp at={project.createdAt} show="date" />
            </dd>
          </dl>
        </Card>
      </Stack>
      <RequestCommissionDialog project={project} open={asking} onClose={() => setAsking(false)} />
    </Split>
  )
}

function Commissions({ project }: { project: Project }) {
  const t = useTranslations('commissions')
  const format = useFormat()
  return (
    <Rows label={t('overview.commissions')}>
      {project.commissions.map((commission) => {
        const other = commission.viewerRole === 'client' ? commission.creator : commission.client
        const offerId = commission.acceptedOfferId ?? commission.currentOfferId
        const offer = commission.offers.find(({ id }) => id === offerId)
        const view = commission.milestones.length > 0 ? 'milestones' : 'contract'
        return (
          <Row
            key={commission.id}
            href={projectUrl(project.id, view, { commission: commission.id })}
            lead={<Avatar name={other.name} src={other.avatar} />}
            title={<bdi>{other.name}</bdi>}
            detail={
              offer ? (
                t('sum.of-price', { sum: format.money(offer.fees.price) })
              ) : (
                <Timestamp at={commission.createdAt} />
              )
            }
            end={<CommissionStateChip state={commission.state} />}
          />
        )
      })}
    </Rows>
  )
}
