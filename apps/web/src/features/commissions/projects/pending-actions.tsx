import { type Project, type PendingAction } from '@veranda/contract/commissions/projects/schemas.ts'
import { pendingAmountKind } from '@veranda/core/commissions/pending-amount.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Inline } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { useServerNow } from '../../../lib/realtime/server-clock.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Amount } from '../../../components/money/amount.tsx'
import { RichText } from '../../../components/rich-text.tsx'
import { Section } from '../../../components/page/section.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { type ProjectLocation, projectUrl, type ProjectTab } from '../project-url.ts'
import styles from '../commissions.module.css'
import { ProjectEnding } from './project-ending.tsx'

/** Renders the ending of a project in which nothing is open, and the pending actions with deadlines, the viewer's own first. */
export function PendingActions({ project }: { project: Project }) {
  const t = useTranslations('commissions')
  const viewer = project.viewerRole === 'client' ? 'client' : 'creator'
  const mine = project.pendingActions.filter(({ onMe }) => onMe)
  const theirs = project.pendingActions.filter(({ onMe }) => !onMe)
  const ends = project.ending !== null
  return (
    <>
      {ends && <ProjectEnding project={project} />}
      {mine.length > 0 && (
        <Section title={t('pending.mine')}>
          <Card>
            <Rows>
              {mine.map((waiting, index) => (
                <PendingActionRow
                  key={waiting.key}
                  waiting={waiting}
                  viewer={viewer}
                  mine
                  first={index === 0 && !ends}
                />
              ))}
            </Rows>
          </Card>
        </Section>
      )}
      {theirs.length > 0 && (
        <Section title={t('pending.theirs')}>
          <Card>
            <Rows>
              {theirs.map((waiting) => (
                <PendingActionRow key={waiting.key} waiting={waiting} viewer={viewer} />
              ))}
            </Rows>
          </Card>
        </Section>
      )}
      {project.pendingActions.length === 0 && project.state !== 'open' && !ends && (
        <Banner tone="neutral" icon="check" title={t('pending.nothing')}>
          {t(`pending.nothing.${idleReason(project)}`)}
        </Banner>
      )}
    </>
  )
}

function idleReason(project: Project): 'over' | 'running' {
  return project.state === 'completed' || project.state === 'cancelled' ? 'over' : 'running'
}

type PendingActionRowProps = {
  waiting: PendingAction
  viewer: 'client' | 'creator'
  mine?: boolean
  first?: boolean
}

function PendingActionRow({ waiting, viewer, mine = false, first = false }: PendingActionRowProps) {
  const t = useTranslations('commissions')
  const { action, subject, counterpart, amount, deadline } = waiting
  const place = { commission: waiting.commissionId ?? undefined, milestone: waiting.milestoneId ?? undefined }
  const href = projectUrl(waiting.projectId, tabFor(action), place)
  const now = useServerNow()
  const isOverdue = deadline !== null && !deadline.onTimeout && Date.parse(deadline.at) <= now
  const until = deadline?.onTimeout
    ? t(`pending.by.${deadline.onTimeout}`)
    : t(isOverdue ? 'pending.overdue' : 'pending.by')
  return (
    <Row
      wraps
      lead={<Avatar name={counterpart.name} src={counterpart.avatar} />}
      href={href}
      title={
        mine ? t(`pending.do.${action}`, { subject }) : t(`pending.wait.${action}`, { subject, name: counterpart.name })
      }
      detail={
        deadline === null ? (
          <bdi>{counterpart.name}</bdi>
        ) : (
          <>
            <bdi>{counterpart.name}</bdi> ·{' '}
            <RichText text={until} parts={{ when: () => <Timestamp at={deadline.at} show="moment" /> }} />
          </>
        )
      }
      end={
        <Inline gap={3} justify="end">
          {amount && (
            <div className={styles.figure}>
              <Amount money={amount} caption={t(`sum.${pendingAmountKind(action, viewer)}`)} />
            </div>
          )}
          {mine && (
            <Button
              size="small"
              kind={first ? 'filled' : 'plain'}
              href={projectUrl(waiting.projectId, tabFor(action), { ...place, ...formOf(action) })}
            >
              {t(`pending.act.${action}`)}
            </Button>
          )}
        </Inline>
      }
    />
  )
}

/** Returns the form or dialog in which a task is done, where it is open at once. */
function formOf(action: PendingAction['action']): Pick<ProjectLocation, 'ask' | 'write'> {
  if (action === 'answer-request') return { write: 'offer' }
  return action === 'fund' || action === 'confirm-payment' ? { ask: 'fund' } : {}
}

function tabFor(verb: PendingAction['action']): ProjectTab {
  switch (verb) {
    case 'answer-request':
    case 'answer-offer':
    case 'answer-counter-offer':
    case 'answer-change-order':
      return 'contract'
    case 'write-review':
      return 'overview'
    default:
      return 'milestones'
  }
}
