import { Banner } from '@veranda/ui/banner.tsx'
import { type Problem } from '../../lib/api/problem.ts'
import { useOnline } from '../../lib/device/online.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { ProblemBanner } from './problem-banner.tsx'

/**
 * Shows next to the button of what cannot wait why it failed, and without a connection that it needs one: money, approval,
 * bookings, offers.
 */
export function OnlineProblem({ problem }: { problem: Problem | undefined }) {
  const online = useOnline()
  return problem || online ? <ProblemBanner problem={problem} /> : <OfflineNote />
}

function OfflineNote() {
  const t = useTranslations('shell/connection')
  return (
    <Banner tone="warning" announce>
      {t('needed')}
    </Banner>
  )
}
