import { type StateMachine } from '../../state-machine.ts'

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

/** When the money is captured: with the authorisation, or on request. */
export type CaptureTiming = 'at-once' | 'later'

/**
 * The states of one payment attempt. The provider may report a capture or an authorisation after the attempt expired,
 * failed or was voided; that money is refunded automatically, and that card is voided.
 */
export const chargeMachine: StateMachine<ChargeState, ChargeAction> = {
  transitions: [
    { from: 'created', action: 'ask-confirmation', to: 'needs_confirmation', allowedParties: ['system'] },
    { from: 'needs_confirmation', action: 'confirm', to: 'needs_confirmation', allowedParties: ['client'] },
    { from: 'created', action: 'authorise', to: 'authorised', allowedParties: ['system'] },
    { from: 'needs_confirmation', action: 'authorise', to: 'authorised', allowedParties: ['system'] },
    { from: 'expired', action: 'authorise', to: 'authorised', allowedParties: ['system'] },
    { from: 'authorised', action: 'capture', to: 'captured', allowedParties: ['system'] },
    { from: 'authorised', action: 'void', to: 'voided', allowedParties: ['system'] },
    { from: 'authorised', action: 'fail', to: 'failed', allowedParties: ['system'] },
    { from: 'created', action: 'capture', to: 'captured', allowedParties: ['system'] },
    { from: 'needs_confirmation', action: 'capture', to: 'captured', allowedParties: ['system'] },
    { from: 'expired', action: 'capture', to: 'captured', allowedParties: ['system'] },
    { from: 'failed', action: 'capture', to: 'captured', allowedParties: ['system'] },
    { from: 'voided', action: 'capture', to: 'captured', allowedParties: ['system'] },
    { from: 'created', action: 'fail', to: 'failed', allowedParties: ['system'] },
    { from: 'needs_confirmation', action: 'fail', to: 'failed', allowedParties: ['system'] },
    { from: 'created', action: 'expire', to: 'expired', allowedParties: ['system'] },
    { from: 'needs_confirmation', action: 'expire', to: 'expired', allowedParties: ['system'] },
    { from: 'captured', action: 'refund', to: 'refunded', allowedParties: ['system'] },
  ],
  codes: {
    wrongState: {
      'ask-confirmation': 'charge.already-decided',
      confirm: 'charge.nothing-to-confirm',
      authorise: 'charge.already-decided',
      capture: 'charge.already-decided',
      void: 'charge.already-decided',
      fail: 'charge.already-decided',
      expire: 'charge.already-decided',
      refund: 'charge.already-decided',
    },
  },
}
