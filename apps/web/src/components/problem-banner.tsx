import { Banner } from '@veranda/ui/banner.tsx'
import { type Problem } from '../lib/api/problem.ts'
import { useProblemText } from './use-problem-text.ts'

/** Shows why a command failed, above the form or next to the button; the input stays. */
export function ProblemBanner({ problem }: { problem: Problem | undefined }) {
  const problemText = useProblemText()
  if (!problem) return null
  return (
    <Banner tone="error" announce>
      {problemText(problem)}
    </Banner>
  )
}
