import { readStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { type StepUp } from '@veranda/contract/accounts/step-up/schemas.ts'
import { needsStepUp, stepUpThresholdIn } from '@veranda/core/money/step-up-threshold.ts'
import { parseMoney } from '@veranda/core/money/money.ts'
import { useServerNow } from '../../lib/realtime/server-clock.ts'
import { type Problem } from '../../lib/api/problem.ts'
import { invalidateReads, useRead } from '../../lib/api/query.ts'
import { createStore } from '../../lib/store.ts'

export type StepUpStatus =
  | { readonly state: 'not-needed' | 'checking' }
  /** The user has to reauthenticate before the action is sent; `limit` is the largest sum that would not need it. */
  | { readonly state: 'required'; readonly methods: StepUp['methods']; readonly limit: RequestedSum | undefined }
  /** The step-up state could not be read. */
  | { readonly state: 'unknown'; readonly problem: Problem }
  | { readonly state: 'done'; readonly until: string }

type RequestedSum = { readonly amount: number; readonly currency: string }

/** The sum that needs a step-up, set by code that cannot show a form itself, such as a panel in the scene. */
export const requestedStepUp = createStore<RequestedSum | undefined>(undefined)

/**
 * Returns whether an action needs a step-up before it is sent: a sum by the core's rule, a payout always, a
 * change of the second factor and the approval of a device by fewer methods. `refused` is the server's refusal of the
 * action itself, which takes precedence. Reads nothing while `enabled` is false. `recheck` reads the state again, after
 * the server refused an action that seemed allowed.
 */
export function useStepUp(
  sum: RequestedSum | 'always' | 'second-factor' | undefined,
  enabled: boolean,
  refused?: Problem,
): StepUpStatus & { recheck: () => Promise<void> } {
  const money = typeof sum === 'string' ? undefined : sum && parseMoney(sum)
  const isAboveThreshold = money?.ok === true && needsStepUp(money.value)
  const isRequired = typeof sum === 'string' || refused?.code === 'step-up.required' || isAboveThreshold
  const read = useRead(
    readStepUp,
    { query: sum === 'second-factor' ? { purpose: sum } : {} },
    { enabled: enabled && isRequired, staleTimeMs: 0 },
  )
  const now = useServerNow()
  const currentStatus = (): StepUpStatus => {
    if (!enabled || !isRequired) return { state: 'not-needed' }
    if (read.data === undefined) return read.error ? { state: 'unknown', problem: read.error } : { state: 'checking' }
    const { until, methods } = read.data
    if (until !== null && Date.parse(until) > now) return { state: 'done', until }
    return { state: 'required', methods, limit: money?.ok ? stepUpThresholdIn(money.value.currency) : undefined }
  }
  return { ...currentStatus(), recheck: () => invalidateReads(readStepUp) }
}
