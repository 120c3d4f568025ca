import { type StateMachine } from '../../state-machine.ts'

/**
 * `open` waits for the other side's answer, `mediation` for an agreement of both, `deciding` for an admin. `reviewable` is a
 * decision that has not taken effect, because either side can still ask for its review; `reviewing` waits for a second
 * admin. The others are ends; `closed` is that of a dispute whose charge was charged back, which the bank decides.
 */
export const disputeStates = [
  'open',
  'mediation',
  'deciding',
  'reviewable',
  'reviewing',
  'decided',
  'settled',
  'withdrawn',
  'closed',
] as const
export type DisputeState = (typeof disputeStates)[number]

export const disputeActions = [
  'open-dispute',
  'answer-dispute',
  'pass-answer-date',
  'offer-terms',
  'accept-terms',
  'decline-terms',
  'withdraw-dispute',
  'end-mediation',
  'decide-dispute',
  'ask-review',
  'waive-review',
  'take-effect',
  'decide-review',
  'propose-decision',
  'confirm-decision',
  'drop-decision',
  'close-dispute',
] as const
export type DisputeAction = (typeof disputeActions)[number]

/** States in which a part of the escrow is locked. */
export const runningDisputeStates = [
  'open',
  'mediation',
  'deciding',
  'reviewable',
  'reviewing',
] as const satisfies DisputeState[]
type RunningState = (typeof runningDisputeStates)[number]

/**
 * State table of a dispute. Which of the two sides may take a step depends on who opened it and who offered terms, which
 * `isStepOf` decides.
 */
export const disputeMachine: StateMachine<DisputeState, DisputeAction> = {
  transitions: [
    { from: null, action: 'open-dispute', to: 'open', allowedParties: ['client', 'creator'] },
    { from: 'open', action: 'answer-dispute', to: 'mediation', allowedParties: ['client', 'creator'] },
    // A late answer, after the date that passed in silence.
    { from: 'mediation', action: 'answer-dispute', to: 'mediation', allowedParties: ['client', 'creator'] },
    { from: 'open', action: 'pass-answer-date', to: 'mediation', allowedParties: ['system'] },
    { from: 'mediation', action: 'end-mediation', to: 'deciding', allowedParties: ['system'] },
    { from: 'deciding', action: 'decide-dispute', to: 'reviewable', allowedParties: ['admin'] },
    { from: 'reviewable', action: 'ask-review', to: 'reviewing', allowedParties: ['client', 'creator'] },
    { from: 'reviewable', action: 'waive-review', to: 'reviewable', allowedParties: ['client', 'creator'] },
    { from: 'reviewable', action: 'take-effect', to: 'decided', allowedParties: ['system'] },
    // The second admin did not decide in time.
    { from: 'reviewing', action: 'take-effect', to: 'decided', allowedParties: ['system'] },
    { from: 'reviewing', action: 'decide-review', to: 'decided', allowedParties: ['admin'] },
    // Above a limit, what one admin decides needs a second one.
    { from: 'deciding', action: 'propose-decision', to: 'deciding', allowedParties: ['admin'] },
    { from: 'deciding', action: 'confirm-decision', to: 'reviewable', allowedParties: ['admin'] },
    { from: 'deciding', action: 'drop-decision', to: 'deciding', allowedParties: ['admin', 'system'] },
    { from: 'reviewing', action: 'propose-decision', to: 'reviewing', allowedParties: ['admin'] },
    { from: 'reviewing', action: 'confirm-decision', to: 'decided', allowedParties: ['admin'] },
    { from: 'reviewing', action: 'drop-decision', to: 'reviewing', allowedParties: ['admin', 'system'] },
    ...runningDisputeStates.flatMap((from) => [
      { from, action: 'offer-terms' as const, to: from, allowedParties: ['client', 'creator'] as const },
      { from, action: 'accept-terms' as const, to: 'settled' as const, allowedParties: ['client', 'creator'] as const },
      { from, action: 'decline-terms' as const, to: from, allowedParties: ['client', 'creator'] as const },
      { from, action: 'close-dispute' as const, to: 'closed' as const, allowedParties: ['system'] as const },
    ]),
    // A decision is there for both sides, so the opener alone cannot take it away.
    ...(['open', 'mediation', 'deciding'] as const).map((from) => ({
      from,
      action: 'withdraw-dispute' as const,
      to: 'withdrawn' as const,
      allowedParties: ['client', 'creator'] as const,
    })),
  ],
  codes: {
    wrongState: {
      'answer-dispute': 'dispute.not-answerable',
      'pass-answer-date': 'dispute.not-running',
      'offer-terms': 'dispute.not-running',
      'accept-terms': 'dispute.not-running',
      'decline-terms': 'dispute.not-running',
      'withdraw-dispute': 'dispute.not-withdrawable',
      'end-mediation': 'dispute.not-running',
      'decide-dispute': 'dispute.not-deciding',
      'ask-review': 'dispute.not-reviewable',
      'waive-review': 'dispute.not-reviewable',
      'take-effect': 'dispute.not-reviewable',
      'decide-review': 'dispute.not-reviewing',
      'propose-decision': 'dispute.not-deciding',
      'confirm-decision': 'dispute.no-decision-pending',
      'drop-decision': 'dispute.no-decision-pending',
      'close-dispute': 'dispute.not-running',
    },
    notYourStep: 'dispute.not-your-step',
    stale: 'dispute.stale',
  },
}

/** States of offered terms; `closed` ones ended with the dispute, or by other terms. */
export const disputeTermsStates = ['open', 'accepted', 'declined', 'closed'] as const
export type DisputeTermsState = (typeof disputeTermsStates)[number]

/** Returns whether a dispute has not ended. */
export function isRunning(state: DisputeState): state is RunningState {
  return runningDisputeStates.some((running) => running === state)
}
