import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { Chip } from '@veranda/ui/chip.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { commissionTones, projectTones } from './state-tones.ts'

/** Shows the state of a project; `ready` says of an active one that its work is done and only its end is missing. */
export function ProjectStateChip({ state, ready = false }: { state: Project['state']; ready?: boolean }) {
  const t = useTranslations('commissions')
  if (ready) return <Chip tone={projectTones.completed}>{t('state.ready')}</Chip>
  return <Chip tone={projectTones[state]}>{t(`state.${state}`)}</Chip>
}

export function CommissionStateChip({ state }: { state: Commission['state'] }) {
  const t = useTranslations('commissions')
  return <Chip tone={commissionTones[state]}>{t(`commission.${state}`)}</Chip>
}
