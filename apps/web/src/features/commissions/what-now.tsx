import { type Project, type Waiting } from '@veranda/contract/commissions/schemas.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Line } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { Rich } from '../../parts/rich.tsx'
import { Section } from '../../parts/section.tsx'
import { When } from '../../parts/when.tsx'
import { projectAddress, type ProjectView } from './project-address.ts'

/** Who is waited upon in this project: the reader first, each with the step and its last moment. */
export function WhatNow({ project }: { project: Project }) {
  const t = useWords('projects')
  const mine = project.waiting.filter(({ onMe }) => onMe)
  const theirs = project.waiting.filter(({ onMe }) => !onMe)
  return (
    <>
      {mine.length > 0 && (
        <Section title={t('now.mine')}>
          <Card>
            <Rows>
              {mine.map((waiting, index) => (
                <WaitingRow key={waiting.key} waiting={waiting} mine first={index === 0} />
              ))}
            </Rows>
          </Card>
        </Section>
      )}
      {theirs.length > 0 && (
        <Section title={t('now.theirs')}>
          <Card>
            <Rows>
              {theirs.map((waiting) => (
                <WaitingRow key={waiting.key} waiting={waiting} />
              ))}
            </Rows>
          </Card>
        </Section>
      )}
      {project.waiting.length === 0 && project.state !== 'open' && (
        <Banner tone="neutral" icon="check" title={t('now.nothing')}>
          {t(`now.nothing.${quietOf(project)}`)}
        </Banner>
      )}
    </>
  )
}

function quietOf(project: Project): 'over' | 'running' {
  return project.state === 'completed' || project.state === 'cancelled' || project.state === 'archived'
    ? 'over'
    : 'running'
}

type WaitingRowProps = { waiting: Waiting; mine?: boolean; first?: boolean }

function WaitingRow({ waiting, mine = false, first = false }: WaitingRowProps) {
  const t = useWords('projects')
  const { verb, subject, other, amount, by, otherwise } = waiting
  const href = projectAddress(waiting.projectId, viewFor(verb), {
    commission: waiting.commissionId ?? undefined,
    milestone: waiting.milestoneId ?? undefined,
  })
  const until = otherwise ? t(`now.by.${otherwise}`) : t('now.by')
  return (
    <Row
      wraps
      lead={<Avatar name={other.name} src={other.avatar} />}
      href={href}
      title={mine ? t(`now.do.${verb}`, { subject }) : t(`now.wait.${verb}`, { subject, name: other.name })}
      detail={
        by === null ? (
          <bdi>{other.name}</bdi>
        ) : (
          <>
            <bdi>{other.name}</bdi> · <Rich text={until} parts={{ when: () => <When at={by} show="moment" /> }} />
          </>
        )
      }
      end={
        <Line gap={3} justify="end">
          {amount && <Amount money={amount} />}
          {mine && (
            <Button size="small" kind={first ? 'filled' : 'plain'} href={href}>
              {t(`now.act.${verb}`)}
            </Button>
          )}
        </Line>
      }
    />
  )
}

function viewFor(verb: Waiting['verb']): ProjectView {
  switch (verb) {
    case 'answer-request':
    case 'answer-offer':
    case 'answer-counter-offer':
      return 'contract'
    case 'review-person':
      return 'overview'
    default:
      return 'milestones'
  }
}
