import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { StateStepper } from '../../../components/state-stepper.tsx'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { type TimelineStep, milestoneTimeline } from './milestone-timeline.ts'

type MilestoneStepperProps = { milestone: Milestone; viewerRole: 'client' | 'creator' }

/** Renders the timeline of a milestone as a rail with current state, next party and deadline. */
export function MilestoneStepper({ milestone, viewerRole }: MilestoneStepperProps) {
  const t = useTranslations('commissions')
  const turnOf = ({ actor }: TimelineStep) =>
    actor === null ? undefined : actor === viewerRole ? t('rail.your-turn') : t('rail.their-turn')
  return (
    <StateStepper
      label={t('rail.label', { title: milestone.title })}
      steps={milestoneTimeline(milestone).map((step, index) => {
        const turnText = step.state === 'now' ? turnOf(step) : undefined
        const name = t(`rail.${step.kind === 'funded' && step.state === 'now' ? 'funding' : step.kind}`, {
          number: step.number ?? 0,
        })
        return {
          id: `${index}${step.kind}`,
          state: step.state,
          title: turnText ? t('rail.turn', { name, turn: turnText }) : name,
          detail: <StepDetail step={step} />,
        }
      })}
    />
  )
}

function StepDetail({ step }: { step: TimelineStep }) {
  const t = useTranslations('commissions')
  if (step.at) {
    return (
      <>
        <Timestamp at={step.at} show="date" />
        {step.itemCount !== null && <> · {t('rail.items', { count: step.itemCount })}</>}
      </>
    )
  }
  if (!step.dueAt) return null
  return (
    <strong>
      <TextWithTime text={t(step.isOverdue ? 'rail.overdue' : 'rail.until')} at={step.dueAt} show="date" />
    </strong>
  )
}
