import { type Machine } from '../machine.ts'

export const payoutStates = ['requested', 'in_transit', 'paid', 'failed', 'returned'] as const
export type PayoutState = (typeof payoutStates)[number]
export const payoutActions = ['request', 'send', 'pay', 'fail', 'return'] as const
export type PayoutAction = (typeof payoutActions)[number]

/** The life of one payout. The provider's messages may be shuffled, so `pay` may come before `send`. */
export const payoutMachine: Machine<PayoutState, PayoutAction> = {
  steps: [
    { from: null, action: 'request', to: 'requested', who: ['creator'] },
    { from: 'requested', action: 'send', to: 'in_transit', who: ['system'] },
    { from: 'requested', action: 'pay', to: 'paid', who: ['system'] },
    { from: 'in_transit', action: 'pay', to: 'paid', who: ['system'] },
    { from: 'requested', action: 'fail', to: 'failed', who: ['system'] },
    { from: 'in_transit', action: 'fail', to: 'failed', who: ['system'] },
    { from: 'paid', action: 'return', to: 'returned', who: ['system'] },
  ],
  codes: {
    wrongState: {
      request: 'payout.already-made',
      send: 'payout.already-decided',
      pay: 'payout.already-decided',
      fail: 'payout.already-decided',
      return: 'payout.not-paid',
    },
    notYourStep: 'payout.not-your-step',
    notYet: 'payout.not-available-yet',
    stale: 'payout.stale',
  },
}
