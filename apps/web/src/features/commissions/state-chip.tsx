import { type Commission, type Milestone, type Project } from '@veranda/contract/commissions/schemas.ts'
import { Chip } from '@veranda/ui/chip.tsx'
import { useWords } from '../../lib/words.ts'
import { commissionTones, milestoneTones, projectTones } from './state-look.ts'

export function ProjectState({ state }: { state: Project['state'] }) {
  const t = useWords('projects')
  return <Chip tone={projectTones[state]}>{t(`state.${state}`)}</Chip>
}

export function CommissionState({ state }: { state: Commission['state'] }) {
  const t = useWords('projects')
  return <Chip tone={commissionTones[state]}>{t(`deal.${state}`)}</Chip>
}

export function MilestoneState({ state }: { state: Milestone['state'] }) {
  const t = useWords('projects')
  return <Chip tone={milestoneTones[state]}>{t(`milestone.${state}`)}</Chip>
}
