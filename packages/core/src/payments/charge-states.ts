import { type Machine } from '../machine.ts'

export const chargeStates = ['created', 'needs_confirmation', 'captured', 'failed', 'expired', 'refunded'] as const
export type ChargeState = (typeof chargeStates)[number]
export const chargeActions = ['create', 'ask-confirmation', 'confirm', 'capture', 'fail', 'expire', 'refund'] as const
export type ChargeAction = (typeof chargeActions)[number]

/** The life of one attempt to pay. A capture may still arrive after it expired; that money refunds itself. */
export const chargeMachine: Machine<ChargeState, ChargeAction> = {
  steps: [
    { from: null, action: 'create', to: 'created', who: ['client'] },
    { from: 'created', action: 'ask-confirmation', to: 'needs_confirmation', who: ['system'] },
    { from: 'needs_confirmation', action: 'confirm', to: 'needs_confirmation', who: ['client'] },
    { from: 'created', action: 'capture', to: 'captured', who: ['system'] },
    { from: 'needs_confirmation', action: 'capture', to: 'captured', who: ['system'] },
    { from: 'expired', action: 'capture', to: 'captured', who: ['system'] },
    { from: 'created', action: 'fail', to: 'failed', who: ['system'] },
    { from: 'needs_confirmation', action: 'fail', to: 'failed', who: ['system'] },
    { from: 'created', action: 'expire', to: 'expired', who: ['system'] },
    { from: 'needs_confirmation', action: 'expire', to: 'expired', who: ['system'] },
    { from: 'captured', action: 'refund', to: 'refunded', who: ['system'] },
  ],
  codes: {
    wrongState: {
      create: 'charge.already-made',
      'ask-confirmation': 'charge.already-decided',
      confirm: 'charge.nothing-to-confirm',
      capture: 'charge.already-decided',
      fail: 'charge.already-decided',
      expire: 'charge.already-decided',
      refund: 'charge.not-captured',
    },
    notYourStep: 'charge.not-your-step',
    notYet: 'charge.not-available-yet',
    stale: 'charge.stale',
  },
}
