import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { Chip } from '@veranda/ui/chip.tsx'
import { useTranslations } from '../../lib/i18n.ts'
import { commissionTones, projectTones } from './state-tones.ts'

export function ProjectStateChip({ state }: { state: Project['state'] }) {
  const t = useTranslations('commissions')
  return <Chip tone={projectTones[state]}>{t(`state.${state}`)}</Chip>
}

export function CommissionStateChip({ state }: { state: Commission['state'] }) {
  const t = useTranslations('commissions')
  return <Chip tone={commissionTones[state]}>{t(`commission.${state}`)}</Chip>
}
