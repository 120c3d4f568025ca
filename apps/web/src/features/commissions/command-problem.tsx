import { Banner } from '@veranda/ui/banner.tsx'
import { type Problem } from '../../lib/api/problem.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { OnlineProblem } from '../../components/page/online-problem.tsx'

type CommandProblemProps = {
  problem: Problem | undefined
  /** Text that describes the current state after a conflict. */
  staleText?: string | undefined
  /** The state has already changed before the command was sent. */
  isStale?: boolean
}

/** Renders why a command failed; after a conflict also the current state. */
export function CommandProblem({ problem, staleText, isStale = false }: CommandProblemProps) {
  const t = useTranslations('commissions')
  if (isStale && problem === undefined && staleText !== undefined) {
    return (
      <Banner tone="warning" title={t('stale.title')} announce>
        {staleText}
      </Banner>
    )
  }
  if (problem?.status !== 409 || staleText === undefined) return <OnlineProblem problem={problem} />
  return (
    <Banner tone="warning" title={problem.message || t('stale.title')} announce>
      {staleText}
    </Banner>
  )
}
