import { useState } from 'react'

/** The two steps of approving: what it means, and then the sum itself. */
type Step = 'asked' | 'sure'

/**
 * How far the approval of one exact version has come. A step counts for the version on which it was taken: where another
 * one comes to the stage meanwhile, approving begins anew.
 */
export function useApproving(deliverableId: string | undefined) {
  const [taken, setTaken] = useState<{ of: string; step: Step }>()
  const step = taken && taken.of === deliverableId ? taken.step : undefined
  return {
    step,
    to: (next: Step | undefined) => setTaken(next && deliverableId ? { of: deliverableId, step: next } : undefined),
  }
}
