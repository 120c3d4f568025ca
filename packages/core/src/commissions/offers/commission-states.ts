import { type StateMachine } from '../../state-machine.ts'

export const commissionStates = [
  'requested',
  'offered',
  'countered',
  'accepted',
  'active',
  'completed',
  'cancelled',
  'declined',
  'withdrawn',
  'expired',
] as const
export type CommissionState = (typeof commissionStates)[number]

/** States in which a commission is being negotiated or worked on. */
export const openCommissionStates = [
  'requested',
  'offered',
  'countered',
  'accepted',
  'active',
] as const satisfies CommissionState[]

/** Returns whether a commission is being negotiated or worked on. */
export function isOpenCommission(state: CommissionState): boolean {
  return openCommissionStates.some((open) => open === state)
}

/** States in which the parties negotiate, and no offer is accepted yet. */
export const negotiationStates = ['requested', 'offered', 'countered'] as const satisfies CommissionState[]

/** States that expire by themselves when no one acts in time. */
export const expiringStates = [...negotiationStates, 'accepted'] as const satisfies CommissionState[]

/**
 * States in which a negotiation ended without a commission. The creator then leaves the project: of it they keep their
 * own offers only.
 */
export const endedNegotiationStates = ['declined', 'withdrawn', 'expired'] as const satisfies CommissionState[]

export const commissionActions = [
  'request',
  'make-offer',
  'counter-offer',
  'accept-counter',
  'return-offer',
  'accept-offer',
  'activate',
  'decline',
  'withdraw',
  'expire',
  'amend',
  'complete',
  'close',
] as const
export type CommissionAction = (typeof commissionActions)[number]

/**
 * State table of a commission. The author of the request, offer or counter-offer withdraws it; the recipient declines
 * it.
 */
export const commissionMachine: StateMachine<CommissionState, CommissionAction> = {
  transitions: [
    { from: null, action: 'request', to: 'requested', allowedParties: ['client'] },
    { from: 'requested', action: 'make-offer', to: 'offered', allowedParties: ['creator'] },
    { from: 'offered', action: 'make-offer', to: 'offered', allowedParties: ['creator'] },
    { from: 'countered', action: 'make-offer', to: 'offered', allowedParties: ['creator'] },
    { from: 'offered', action: 'counter-offer', to: 'countered', allowedParties: ['client'] },
    { from: 'countered', action: 'accept-counter', to: 'offered', allowedParties: ['creator'] },
    { from: 'countered', action: 'return-offer', to: 'offered', allowedParties: ['creator'] },
    { from: 'offered', action: 'accept-offer', to: 'accepted', allowedParties: ['client'] },
    { from: 'accepted', action: 'activate', to: 'active', allowedParties: ['system'] },
    { from: 'requested', action: 'decline', to: 'declined', allowedParties: ['creator'] },
    { from: 'offered', action: 'decline', to: 'declined', allowedParties: ['client'] },
    { from: 'countered', action: 'decline', to: 'declined', allowedParties: ['creator'] },
    { from: 'requested', action: 'withdraw', to: 'withdrawn', allowedParties: ['client'] },
    { from: 'offered', action: 'withdraw', to: 'withdrawn', allowedParties: ['creator'] },
    { from: 'countered', action: 'withdraw', to: 'withdrawn', allowedParties: ['client'] },
    { from: 'requested', action: 'expire', to: 'expired', allowedParties: ['system'] },
    { from: 'offered', action: 'expire', to: 'expired', allowedParties: ['system'] },
    { from: 'countered', action: 'expire', to: 'expired', allowedParties: ['system'] },
    { from: 'accepted', action: 'expire', to: 'expired', allowedParties: ['system'] },
    // Both sides have signed a change order, which the system carries out.
    { from: 'active', action: 'amend', to: 'active', allowedParties: ['system'] },
    { from: 'active', action: 'complete', to: 'completed', allowedParties: ['system'] },
    { from: 'active', action: 'close', to: 'cancelled', allowedParties: ['system'] },
  ],
  codes: {
    wrongState: {
      request: 'commission.already-requested',
      'make-offer': 'commission.not-open-to-offers',
      'counter-offer': 'commission.no-offer',
      'accept-counter': 'commission.no-counter-offer',
      'return-offer': 'commission.no-counter-offer',
      'accept-offer': 'commission.no-offer',
      activate: 'commission.not-accepted',
      decline: 'commission.nothing-to-decline',
      withdraw: 'commission.nothing-to-withdraw',
      expire: 'commission.cannot-expire',
      amend: 'commission.not-active',
      complete: 'commission.not-active',
      close: 'commission.not-active',
    },
    notYourStep: 'commission.not-your-step',
    stale: 'commission.stale',
  },
}
