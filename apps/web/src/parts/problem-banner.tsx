import { Banner } from '@veranda/ui/banner.tsx'
import { type Problem } from '../lib/problem.ts'
import { useProblemText } from './problem-text.ts'

/** Why a command did not take effect, over the form or beside the button; what was typed stays. */
export function ProblemBanner({ problem }: { problem: Problem | undefined }) {
  const textOf = useProblemText()
  if (!problem) return null
  return (
    <Banner tone="error" announce>
      {textOf(problem)}
    </Banner>
  )
}
