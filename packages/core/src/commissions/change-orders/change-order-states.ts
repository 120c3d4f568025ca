import { type StateMachine } from '../../state-machine.ts'

export const changeOrderStates = [
  'open',
  'accepted',
  'declined',
  'countered',
  'withdrawn',
  'expired',
  'outdated',
] as const
export type ChangeOrderState = (typeof changeOrderStates)[number]

export const changeOrderActions = [
  'propose-change-order',
  'accept-change-order',
  'decline-change-order',
  'counter-change-order',
  'withdraw-change-order',
  'expire-change-order',
  'outdate-change-order',
] as const
export type ChangeOrderAction = (typeof changeOrderActions)[number]

/**
 * State table of a change order. Either side may propose one; its author then withdraws it, and the other side answers
 * it, which `isAuthorsChangeOrderStep` decides. It is out of date once a milestone that it changes has changed.
 */
export const changeOrderMachine: StateMachine<ChangeOrderState, ChangeOrderAction> = {
  transitions: [
    { from: null, action: 'propose-change-order', to: 'open', allowedParties: ['client', 'creator'] },
    { from: 'open', action: 'accept-change-order', to: 'accepted', allowedParties: ['client', 'creator'] },
    { from: 'open', action: 'decline-change-order', to: 'declined', allowedParties: ['client', 'creator'] },
    { from: 'open', action: 'counter-change-order', to: 'countered', allowedParties: ['client', 'creator'] },
    { from: 'open', action: 'withdraw-change-order', to: 'withdrawn', allowedParties: ['client', 'creator'] },
    { from: 'open', action: 'expire-change-order', to: 'expired', allowedParties: ['system'] },
    { from: 'open', action: 'outdate-change-order', to: 'outdated', allowedParties: ['system'] },
  ],
  codes: {
    wrongState: {
      'accept-change-order': 'change-order.not-open',
      'decline-change-order': 'change-order.not-open',
      'counter-change-order': 'change-order.not-open',
      'withdraw-change-order': 'change-order.not-open',
      'expire-change-order': 'change-order.not-open',
      'outdate-change-order': 'change-order.not-open',
    },
    notYourStep: 'change-order.not-your-step',
    stale: 'change-order.not-open',
  },
}

/** Returns whether a step on an open change order is its author's; all others are the other side's. */
export function isAuthorsChangeOrderStep(action: ChangeOrderAction): boolean {
  return action === 'withdraw-change-order'
}
