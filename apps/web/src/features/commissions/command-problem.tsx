import { Banner } from '@veranda/ui/banner.tsx'
import { type Problem } from '../../lib/problem.ts'
import { useWords } from '../../lib/words.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'

type CommandProblemProps = {
  problem: Problem | undefined
  /** How things stand now, for when somebody else was faster. */
  now?: string | undefined
  /** Somebody was faster already before the step was asked for. */
  overtaken?: boolean
}

/** Why a step was not taken. When somebody else was faster, it also says how things stand now. */
export function CommandProblem({ problem, now, overtaken = false }: CommandProblemProps) {
  const t = useWords('projects')
  if (overtaken && problem === undefined && now !== undefined) {
    return (
      <Banner tone="warning" title={t('stale.title')} announce>
        {now}
      </Banner>
    )
  }
  if (problem?.status !== 409 || now === undefined) return <ProblemBanner problem={problem} />
  return (
    <Banner tone="warning" title={problem.message || t('stale.title')} announce>
      {now}
    </Banner>
  )
}
