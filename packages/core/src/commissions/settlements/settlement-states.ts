import { type StateMachine } from '../../state-machine.ts'

export const settlementStates = [
  'open',
  'accepted',
  'declined',
  'countered',
  'withdrawn',
  'expired',
  'outdated',
] as const
export type SettlementState = (typeof settlementStates)[number]

export const settlementActions = [
  'propose-settlement',
  'accept-settlement',
  'decline-settlement',
  'counter-settlement',
  'withdraw-settlement',
  'expire-settlement',
  'outdate-settlement',
] as const
export type SettlementAction = (typeof settlementActions)[number]

/**
 * State table of a settlement. Either side may propose one; its author then withdraws it, and the other side answers it,
 * which `isAuthorsStep` decides. It is out of date once one of its milestones has changed.
 */
export const settlementMachine: StateMachine<SettlementState, SettlementAction> = {
  transitions: [
    { from: null, action: 'propose-settlement', to: 'open', allowedParties: ['client', 'creator'] },
    { from: 'open', action: 'accept-settlement', to: 'accepted', allowedParties: ['client', 'creator'] },
    { from: 'open', action: 'decline-settlement', to: 'declined', allowedParties: ['client', 'creator'] },
    { from: 'open', action: 'counter-settlement', to: 'countered', allowedParties: ['client', 'creator'] },
    { from: 'open', action: 'withdraw-settlement', to: 'withdrawn', allowedParties: ['client', 'creator'] },
    { from: 'open', action: 'expire-settlement', to: 'expired', allowedParties: ['system'] },
    { from: 'open', action: 'outdate-settlement', to: 'outdated', allowedParties: ['system'] },
  ],
  codes: {
    wrongState: {
      'accept-settlement': 'settlement.not-open',
      'decline-settlement': 'settlement.not-open',
      'counter-settlement': 'settlement.not-open',
      'withdraw-settlement': 'settlement.not-open',
      'expire-settlement': 'settlement.not-open',
      'outdate-settlement': 'settlement.not-open',
    },
    notYourStep: 'settlement.not-your-step',
    stale: 'settlement.not-open',
  },
}

/** Returns whether a step on an open settlement is its author's; all others are the other side's. */
export function isAuthorsStep(action: SettlementAction): boolean {
  return action === 'withdraw-settlement'
}
