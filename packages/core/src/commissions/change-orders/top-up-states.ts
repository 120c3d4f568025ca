import { type StateMachine } from '../../state-machine.ts'

export const topUpStates = ['waiting', 'paying', 'paid', 'expired', 'closed'] as const
export type TopUpState = (typeof topUpStates)[number]

export const topUpActions = [
  'request-top-up',
  'fund-top-up',
  'confirm-top-up',
  'fail-top-up',
  'expire-top-up',
  'close-top-up',
] as const
export type TopUpAction = (typeof topUpActions)[number]

/** States in which a top-up can still be paid. */
export const openTopUpStates = ['waiting', 'paying'] as const satisfies TopUpState[]

/**
 * State table of a top-up. A signed change order requests it; the client pays it in one or more attempts. It closes once its
 * milestone has ended, or another change order has changed the milestone.
 */
export const topUpMachine: StateMachine<TopUpState, TopUpAction> = {
  transitions: [
    { from: null, action: 'request-top-up', to: 'waiting', allowedParties: ['system'] },
    { from: 'waiting', action: 'fund-top-up', to: 'paying', allowedParties: ['client'] },
    { from: 'paying', action: 'confirm-top-up', to: 'paid', allowedParties: ['system'] },
    { from: 'paying', action: 'fail-top-up', to: 'waiting', allowedParties: ['system'] },
    ...openTopUpStates.flatMap((from) => [
      { from, action: 'expire-top-up', to: 'expired', allowedParties: ['system'] } as const,
      { from, action: 'close-top-up', to: 'closed', allowedParties: ['system'] } as const,
    ]),
  ],
  codes: {
    wrongState: {
      'fund-top-up': 'top-up.not-waiting',
      'confirm-top-up': 'top-up.not-paying',
      'fail-top-up': 'top-up.not-paying',
      'expire-top-up': 'top-up.not-waiting',
      'close-top-up': 'top-up.not-waiting',
    },
    notYourStep: 'top-up.not-your-step',
    stale: 'top-up.not-waiting',
  },
}
