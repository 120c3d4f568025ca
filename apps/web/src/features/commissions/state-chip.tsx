import { type Commission, type Project } from '@veranda/contract/commissions/schemas.ts'
import { Chip } from '@veranda/ui/chip.tsx'
import { useWords } from '../../lib/words.ts'
import { commissionTones, projectTones } from './state-look.ts'

export function ProjectState({ state }: { state: Project['state'] }) {
  const t = useWords('projects')
  return <Chip tone={projectTones[state]}>{t(`state.${state}`)}</Chip>
}

export function CommissionState({ state }: { state: Commission['state'] }) {
  const t = useWords('projects')
  return <Chip tone={commissionTones[state]}>{t(`deal.${state}`)}</Chip>
}
