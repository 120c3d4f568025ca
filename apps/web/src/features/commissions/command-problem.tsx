import { Banner } from '@veranda/ui/banner.tsx'
import { type Problem } from '../../lib/problem.ts'
import { useWords } from '../../lib/words.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'

/** Why a step was not taken. When somebody else was faster, it also says how things stand now. */
export function CommandProblem({ problem, now }: { problem: Problem | undefined; now?: string | undefined }) {
  const t = useWords('projects')
  if (problem?.status !== 409 || now === undefined) return <ProblemBanner problem={problem} />
  return (
    <Banner tone="warning" title={problem.message || t('stale.title')} announce>
      {now}
    </Banner>
  )
}
