import { type Machine } from '../machine.ts'

export const chargeStates = [
  'created',
  'needs_confirmation',
  'authorised',
  'captured',
  'failed',
  'expired',
  'voided',
  'refunded',
] as const
export type ChargeState = (typeof chargeStates)[number]
export const chargeActions = [
  'create',
  'ask-confirmation',
  'confirm',
  'authorise',
  'capture',
  'void',
  'fail',
  'expire',
  'refund',
] as const
export type ChargeAction = (typeof chargeActions)[number]

/** When the money is taken: with the authorisation, or once it is asked for. */
export type CaptureWhen = 'at-once' | 'later'

/**
 * The life of one attempt to pay. A capture or an authorisation may still arrive after it expired; that money refunds
 * itself, and that card is let go.
 */
export const chargeMachine: Machine<ChargeState, ChargeAction> = {
  steps: [
    { from: null, action: 'create', to: 'created', who: ['client'] },
    { from: 'created', action: 'ask-confirmation', to: 'needs_confirmation', who: ['system'] },
    { from: 'needs_confirmation', action: 'confirm', to: 'needs_confirmation', who: ['client'] },
    { from: 'created', action: 'authorise', to: 'authorised', who: ['system'] },
    { from: 'needs_confirmation', action: 'authorise', to: 'authorised', who: ['system'] },
    { from: 'expired', action: 'authorise', to: 'authorised', who: ['system'] },
    { from: 'authorised', action: 'capture', to: 'captured', who: ['system'] },
    { from: 'authorised', action: 'void', to: 'voided', who: ['system'] },
    { from: 'authorised', action: 'fail', to: 'failed', who: ['system'] },
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
      authorise: 'charge.already-decided',
      capture: 'charge.already-decided',
      void: 'charge.already-decided',
      fail: 'charge.already-decided',
      expire: 'charge.already-decided',
      refund: 'charge.not-captured',
    },
    notYourStep: 'charge.not-your-step',
    notYet: 'charge.not-available-yet',
    stale: 'charge.stale',
  },
}
