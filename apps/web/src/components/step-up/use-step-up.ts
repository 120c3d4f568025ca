import { readStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { type StepUp } from '@veranda/contract/accounts/step-up/schemas.ts'
import { needsStepUp } from '@veranda/core/money/step-up-threshold.ts'
import { parseMoney } from '@veranda/core/money/money.ts'
import { useServerNow } from '../../lib/server-clock.ts'
import { type Problem } from '../../lib/api/problem.ts'
import { invalidateReads, useRead } from '../../lib/api/query.ts'
import { createStore } from '../../lib/store.ts'

export type StepUpStatus = {
  /** not-needed: the action can be sent. required: the user has to reauthenticate first. done: they just have. */
  state: 'not-needed' | 'checking' | 'required' | 'done'
  until: string | undefined
  methods: StepUp['methods']
  /** Why the state could not be read. */
  problem: Problem | undefined
  /** Reads the step-up state again, after the server refused an action that seemed allowed. */
  recheck: () => Promise<void>
}

type RequestedSum = { readonly amount: number; readonly currency: string }

/** The sum that needs a step-up, set by code that cannot show a form itself, such as a panel in the scene. */
export const requestedStepUp = createStore<RequestedSum | undefined>(undefined)

/**
 * Returns whether an action needs a step-up before it is sent: a sum by the core's rule, a payout always. `refused` is
 * the server's refusal of the action itself, which takes precedence. Reads nothing while `enabled` is false.
 */
export function useStepUp(sum: RequestedSum | 'always' | undefined, enabled: boolean, refused?: Problem): StepUpStatus {
  const money = sum === 'always' ? undefined : sum && parseMoney(sum)
  const isAboveThreshold = money?.ok === true && needsStepUp(money.value)
  const isRequired = sum === 'always' || refused?.code === 'step-up.required' || isAboveThreshold
  const read = useRead(readStepUp, {}, { enabled: enabled && isRequired, staleTimeMs: 0 })
  const now = useServerNow()
  const until = read.data?.until ?? undefined
  const currentState = () => {
    if (!enabled || !isRequired) return 'not-needed'
    if (read.data === undefined) return read.isError ? 'required' : 'checking'
    return until !== undefined && Date.parse(until) > now ? 'done' : 'required'
  }
  return {
    state: currentState(),
    until,
    methods: read.data?.methods ?? [],
    problem: read.data === undefined ? (read.error ?? undefined) : undefined,
    recheck: () => invalidateReads(readStepUp),
  }
}
