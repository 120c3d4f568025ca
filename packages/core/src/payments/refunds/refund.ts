import { allowedActions, type Party, type StateMachine } from '../../state-machine.ts'
import { after, day, type Instant } from '../../time/instant.ts'

export const refundStates = ['requested', 'paid', 'failed', 'charged_back'] as const
export type RefundState = (typeof refundStates)[number]
export const refundActions = ['pay', 'fail', 'retry', 'redirect', 'charge-back'] as const
export type RefundAction = (typeof refundActions)[number]

/**
 * The states of the money of one refund. `retry` sends a failed one again the way it went before, by a timer or an admin,
 * `redirect` to a bank account of the client. The provider's webhooks may arrive out of order, so a failed one may still be paid.
 * `charge-back` ends one that the client's bank has paid by a chargeback.
 */
export const refundMachine: StateMachine<RefundState, RefundAction> = {
  transitions: [
    { from: 'requested', action: 'pay', to: 'paid', allowedParties: ['system'] },
    { from: 'failed', action: 'pay', to: 'paid', allowedParties: ['system'] },
    { from: 'requested', action: 'fail', to: 'failed', allowedParties: ['system'] },
    { from: 'failed', action: 'retry', to: 'requested', allowedParties: ['system', 'admin'] },
    { from: 'failed', action: 'redirect', to: 'requested', allowedParties: ['client'] },
    { from: 'requested', action: 'charge-back', to: 'charged_back', allowedParties: ['system'] },
    { from: 'failed', action: 'charge-back', to: 'charged_back', allowedParties: ['system'] },
  ],
  codes: {
    wrongState: {
      pay: 'refund.already-paid',
      fail: 'refund.not-requested',
      retry: 'refund.not-failed',
      redirect: 'refund.not-failed',
      'charge-back': 'refund.already-paid',
    },
    notYourStep: 'refund.not-failed',
  },
}

/** Returns what a party may do with a refund. */
export function refundActionsFor(state: RefundState, viewer: Party): RefundAction[] {
  return allowedActions(refundMachine, state, viewer)
}

/** A failed refund is sent again so long after each failure, in days; after the last it waits for the client. */
const retryDelaysDays = [1, 3, 7] as const

/** Returns when a refund whose attempt (from 1) failed is sent again; undefined when it waits for the client. */
export function nextRetryAt(attempt: number, failedAt: Instant): Instant | undefined {
  const days = retryDelaysDays[attempt - 1]
  return days === undefined ? undefined : after(failedAt, days * day)
}
