import { Banner } from '@veranda/ui/banner.tsx'
import { lazy, Suspense } from 'react'
import { type Problem } from '../../lib/api/problem.ts'
import { useProblemText } from './use-problem-text.ts'

// Few users have no address, so nobody else loads it.
const AddAddressLink = lazy(() =>
  import('../add-address-link.tsx').then((module) => ({ default: module.AddAddressLink })),
)

/** Shows why a command failed, above the form or next to the button; the input stays. */
export function ProblemBanner({ problem }: { problem: Problem | undefined }) {
  const problemText = useProblemText()
  if (!problem) return null
  const action =
    problem.code === 'account.email-missing' ? (
      <Suspense>
        <AddAddressLink />
      </Suspense>
    ) : undefined
  return (
    <Banner tone="error" announce action={action}>
      {problemText(problem)}
    </Banner>
  )
}
