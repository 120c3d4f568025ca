import { allowedActions, type Party, type StateMachine } from '../../state-machine.ts'

export const workConsentStates = ['asked', 'granted', 'declined', 'withdrawn'] as const
export type WorkConsentState = (typeof workConsentStates)[number]

/** The steps of a client. A creator asks once; afterwards it is the client's to change, so that no one is pressed. */
export const workConsentAnswers = ['grant', 'decline', 'withdraw'] as const
export type WorkConsentAnswer = (typeof workConsentAnswers)[number]

/** `ask-again`: the work was replaced by another one, which the client has not seen. */
export type WorkConsentAction = WorkConsentAnswer | 'ask-again'

/** State table of a client's consent to showing a work from their project in public. */
export const workConsentMachine: StateMachine<WorkConsentState, WorkConsentAction> = {
  transitions: [
    { from: 'asked', action: 'grant', to: 'granted', allowedParties: ['client'] },
    { from: 'asked', action: 'decline', to: 'declined', allowedParties: ['client'] },
    { from: 'declined', action: 'grant', to: 'granted', allowedParties: ['client'] },
    { from: 'granted', action: 'withdraw', to: 'withdrawn', allowedParties: ['client'] },
    { from: 'withdrawn', action: 'grant', to: 'granted', allowedParties: ['client'] },
    { from: 'granted', action: 'ask-again', to: 'asked', allowedParties: ['system'] },
  ],
  codes: {
    wrongState: {
      grant: 'work-consent.answered',
      decline: 'work-consent.answered',
      withdraw: 'work-consent.not-granted',
      'ask-again': 'work-consent.not-granted',
    },
    stale: 'work-consent.stale',
  },
}

/** Returns the answers that a party may give now. */
export function workConsentActionsFor(state: WorkConsentState, party: Party): WorkConsentAnswer[] {
  return allowedActions(workConsentMachine, state, party).filter((action) => action !== 'ask-again')
}
