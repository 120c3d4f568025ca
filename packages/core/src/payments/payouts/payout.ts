import { allowedActions, type StateMachine } from '../../state-machine.ts'
import { type BalanceKey } from '../balances.ts'
import { compare, type Money, parseMoney } from '../../money/money.ts'
import { ok, refuse, type Result } from '../../result.ts'

export const payoutStates = ['requested', 'in_transit', 'paid', 'failed', 'returned'] as const
export type PayoutState = (typeof payoutStates)[number]
export const payoutActions = ['request', 'send', 'pay', 'fail', 'return'] as const
export type PayoutAction = (typeof payoutActions)[number]

/** The states of one payout. The provider's webhooks may arrive out of order, so `pay` may come before `send`. */
export const payoutMachine: StateMachine<PayoutState, PayoutAction> = {
  transitions: [
    { from: null, action: 'request', to: 'requested', allowedParties: ['creator'] },
    { from: 'requested', action: 'send', to: 'in_transit', allowedParties: ['system'] },
    { from: 'requested', action: 'pay', to: 'paid', allowedParties: ['system'] },
    { from: 'in_transit', action: 'pay', to: 'paid', allowedParties: ['system'] },
    { from: 'requested', action: 'fail', to: 'failed', allowedParties: ['system'] },
    { from: 'in_transit', action: 'fail', to: 'failed', allowedParties: ['system'] },
    { from: 'paid', action: 'return', to: 'returned', allowedParties: ['system'] },
  ],
  codes: {
    wrongState: {
      send: 'payout.already-decided',
      pay: 'payout.already-decided',
      fail: 'payout.already-decided',
      return: 'payout.not-paid',
    },
  },
}

/** Returns how much of what is available to a creator can be paid out: what they owe stays. In minor units. */
export function payableOf({ available, owed }: { readonly available: number; readonly owed: number }): number {
  return Math.max(0, available - Math.max(0, owed))
}

/**
 * Returns what the user may do with one of their balances, of `amount` minor units: request a payout of what can be
 * paid out of what is available to them, unless their payouts are stopped.
 */
export function balanceActionsFor(key: BalanceKey, amount: number, isStopped: boolean): PayoutAction[] {
  if (key !== 'creator.available' || amount <= 0 || isStopped) return []
  return allowedActions(payoutMachine, null, 'creator')
}

/**
 * Checks a creator's request for a part of what is available to them. Every payout needs a recent step-up, whatever its
 * amount, because it can go to a bank account at once. Refuses payout.not-positive (invalid), payout.too-much (conflict,
 * with `available` in minor units), payout.account-unconfirmed (conflict) while their payouts are stopped,
 * step-up.required (not-allowed) and what `parseMoney` refuses.
 */
export function requestPayout(
  input: { readonly amount: number; readonly currency: string },
  available: Money,
  { hasSteppedUp, isStopped }: { readonly hasSteppedUp: boolean; readonly isStopped: boolean },
): Result<Money> {
  const parsed = parseMoney(input)
  if (!parsed.ok) return parsed
  if (parsed.value.amount <= 0) return refuse('payout.not-positive', 'invalid', { field: 'amount' })
  if (parsed.value.currency !== available.currency || compare(parsed.value, available) > 0) {
    const { amount, currency } = available
    return refuse('payout.too-much', 'conflict', { field: 'amount', detail: { available: amount, currency } })
  }
  if (isStopped) return refuse('payout.account-unconfirmed', 'conflict')
  return hasSteppedUp ? ok(parsed.value) : refuse('step-up.required', 'not-allowed')
}
