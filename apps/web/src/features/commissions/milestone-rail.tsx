import { type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { useWords } from '../../lib/words.ts'
import { StateRail } from '../../parts/state-rail.tsx'
import { When } from '../../parts/when.tsx'
import { type CourseStep, milestoneCourse } from './milestone-course.ts'

type MilestoneRailProps = { milestone: Milestone; part: 'client' | 'creator' | 'guest' }

/** The course of a milestone as a rail: where it stands, who moves next, by when. */
export function MilestoneRail({ milestone, part }: MilestoneRailProps) {
  const t = useWords('projects')
  const turnOf = ({ who }: CourseStep) =>
    who === null || part === 'guest' ? undefined : who === part ? t('rail.your-turn') : t('rail.their-turn')
  return (
    <StateRail
      label={t('rail.label', { title: milestone.title })}
      steps={milestoneCourse(milestone).map((step, index) => {
        const turn = step.state === 'now' ? turnOf(step) : undefined
        const name = t(`rail.${step.kind === 'funded' && step.state === 'now' ? 'funding' : step.kind}`, {
          number: step.number ?? 0,
        })
        return {
          id: `${index}${step.kind}`,
          state: step.state,
          title: turn ? t('rail.turn', { name, turn }) : name,
          detail: <StepDetail step={step} />,
        }
      })}
    />
  )
}

function StepDetail({ step }: { step: CourseStep }) {
  const t = useWords('projects')
  if (step.at) {
    return (
      <>
        <When at={step.at} show="date" />
        {step.items !== null && <> · {t('rail.items', { count: step.items })}</>}
      </>
    )
  }
  if (!step.by) return null
  return (
    <strong>
      {t('rail.until')} <When at={step.by} show="date" />
    </strong>
  )
}
