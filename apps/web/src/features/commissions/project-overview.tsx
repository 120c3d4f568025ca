import { type Project } from '@veranda/contract/commissions/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Line, Split, Stack } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { type ReactNode, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { PersonChip } from '../../parts/person-chip.tsx'
import { When } from '../../parts/when.tsx'
import { BudgetText } from './budget-text.tsx'
import { projectAddress } from './project-address.ts'
import styles from './project.module.css'
import { RequestDialog } from './request-dialog.tsx'
import { CommissionState } from './state-chip.tsx'
import { WhatNow } from './what-now.tsx'

/** What now, what it is about, and who is in it. `reviews` is drawn where a commission is completed. */
export function ProjectOverview({ project, reviews }: { project: Project; reviews: ReactNode }) {
  const t = useWords('projects')
  const [asking, setAsking] = useState(false)
  const mayAsk = project.part === 'client' && (project.state === 'open' || project.state === 'active')
  const idle = mayAsk && project.commissions.length === 0
  return (
    <Split>
      <Stack gap={6}>
        <WhatNow project={project} />
        {idle && (
          <Card>
            <EmptyState
              compact
              icon="people"
              title={t('overview.nobody')}
              text={t('overview.nobody.text')}
              actions={
                <Button kind="filled" onClick={() => setAsking(true)}>
                  {t('request.open')}
                </Button>
              }
            />
          </Card>
        )}
        {reviews}
        <Card title={t('overview.brief')} padded>
          <Stack gap={4}>
            <p className={styles.prose} dir="auto">
              {project.brief}
            </p>
            {project.skills.length > 0 && (
              <Line wrap>
                {project.skills.map((skill) => (
                  <Chip key={skill}>{skill}</Chip>
                ))}
              </Line>
            )}
          </Stack>
        </Card>
      </Stack>
      <Stack gap={4}>
        {!idle && (
          <Card
            title={t('overview.agreements')}
            aside={
              mayAsk ? (
                <Button size="small" kind="quiet" icon="plus" onClick={() => setAsking(true)}>
                  {t('request.another')}
                </Button>
              ) : undefined
            }
          >
            <Agreements project={project} />
          </Card>
        )}
        <Card title={t('overview.facts')} padded>
          <dl className={styles.facts}>
            <dt>{t('overview.client')}</dt>
            <dd>
              <PersonChip person={project.client} size="tiny" />
            </dd>
            <dt>{t('new.budget')}</dt>
            <dd>
              <BudgetText budget={project.budget} />
            </dd>
            <dt>{t('overview.opened')}</dt>
            <dd>
              <When at={project.createdAt} show="date" />
            </dd>
          </dl>
        </Card>
      </Stack>
      <RequestDialog project={project} open={asking} onClose={() => setAsking(false)} />
    </Split>
  )
}

function Agreements({ project }: { project: Project }) {
  const t = useWords('projects')
  return (
    <Rows label={t('overview.agreements')}>
      {project.commissions.map((commission) => {
        const other = commission.part === 'client' ? commission.creator : commission.client
        const wanted = commission.acceptedOfferId ?? commission.currentOfferId
        const offer = commission.offers.find(({ id }) => id === wanted)
        const view = commission.milestones.length > 0 ? 'milestones' : 'contract'
        return (
          <Row
            key={commission.id}
            href={projectAddress(project.id, view, { commission: commission.id })}
            lead={<Avatar name={other.name} src={other.avatar} />}
            title={<bdi>{other.name}</bdi>}
            detail={offer ? <Amount money={offer.fees.price} /> : <When at={commission.createdAt} />}
            end={<CommissionState state={commission.state} />}
          />
        )
      })}
    </Rows>
  )
}
