import { type StateMachine } from '../../state-machine.ts'

export const milestoneStates = [
  'draft',
  'awaiting_funding',
  'funding',
  'funded',
  'in_progress',
  'submitted',
  'changes_requested',
  'approved',
  'released',
  'refunding',
  'refund_failed',
  'refunded',
  'cancelled',
] as const
export type MilestoneState = (typeof milestoneStates)[number]

export const milestoneActions = [
  'agree',
  'fund',
  'confirm-funding',
  'fail-funding',
  'start',
  'add-deliverable',
  'submit',
  'withdraw-submission',
  'request-changes',
  'approve',
  'auto-approve',
  'release',
  'refund',
  'refund-part',
  'confirm-refund',
  'fail-refund',
  'retry-refund',
  'cancel',
] as const
export type MilestoneAction = (typeof milestoneActions)[number]

/** States in which a milestone has ended: `refunded` once the whole escrow is back with the client. */
const terminalMilestoneStates = ['released', 'refunded', 'cancelled'] as const satisfies MilestoneState[]

/** State table of a milestone. */
export const milestoneMachine: StateMachine<MilestoneState, MilestoneAction> = {
  transitions: [
    { from: 'draft', action: 'agree', to: 'awaiting_funding', allowedParties: ['system'] },
    { from: 'awaiting_funding', action: 'fund', to: 'funding', allowedParties: ['client'] },
    { from: 'funding', action: 'confirm-funding', to: 'funded', allowedParties: ['system'] },
    { from: 'funding', action: 'fail-funding', to: 'awaiting_funding', allowedParties: ['system'] },
    { from: 'funded', action: 'start', to: 'in_progress', allowedParties: ['creator', 'system'] },
    { from: 'funded', action: 'add-deliverable', to: 'in_progress', allowedParties: ['creator'] },
    { from: 'in_progress', action: 'add-deliverable', to: 'in_progress', allowedParties: ['creator'] },
    { from: 'changes_requested', action: 'add-deliverable', to: 'changes_requested', allowedParties: ['creator'] },
    { from: 'in_progress', action: 'submit', to: 'submitted', allowedParties: ['creator'] },
    { from: 'changes_requested', action: 'submit', to: 'submitted', allowedParties: ['creator'] },
    { from: 'submitted', action: 'withdraw-submission', to: 'in_progress', allowedParties: ['creator'] },
    { from: 'submitted', action: 'request-changes', to: 'changes_requested', allowedParties: ['client'] },
    { from: 'submitted', action: 'approve', to: 'approved', allowedParties: ['client'] },
    { from: 'submitted', action: 'auto-approve', to: 'approved', allowedParties: ['system'] },
    { from: 'approved', action: 'release', to: 'released', allowedParties: ['system'] },
    { from: 'funded', action: 'refund', to: 'refunding', allowedParties: ['creator'] },
    { from: 'in_progress', action: 'refund', to: 'refunding', allowedParties: ['creator'] },
    { from: 'changes_requested', action: 'refund', to: 'refunding', allowedParties: ['creator'] },
    { from: 'funded', action: 'refund-part', to: 'funded', allowedParties: ['creator'] },
    { from: 'in_progress', action: 'refund-part', to: 'in_progress', allowedParties: ['creator'] },
    { from: 'changes_requested', action: 'refund-part', to: 'changes_requested', allowedParties: ['creator'] },
    { from: 'refunding', action: 'confirm-refund', to: 'refunded', allowedParties: ['system'] },
    { from: 'refunding', action: 'fail-refund', to: 'refund_failed', allowedParties: ['system'] },
    { from: 'refund_failed', action: 'confirm-refund', to: 'refunded', allowedParties: ['system'] },
    { from: 'refund_failed', action: 'retry-refund', to: 'refunding', allowedParties: ['system'] },
    { from: 'draft', action: 'cancel', to: 'cancelled', allowedParties: ['system'] },
    { from: 'awaiting_funding', action: 'cancel', to: 'cancelled', allowedParties: ['system'] },
  ],
  codes: {
    wrongState: {
      agree: 'milestone.not-draft',
      fund: 'milestone.not-awaiting-funding',
      'confirm-funding': 'milestone.not-funding',
      'fail-funding': 'milestone.not-funding',
      start: 'milestone.not-funded',
      'add-deliverable': 'milestone.not-in-progress',
      submit: 'milestone.not-in-progress',
      'withdraw-submission': 'milestone.not-submitted',
      'request-changes': 'milestone.not-submitted',
      approve: 'milestone.not-submitted',
      'auto-approve': 'milestone.not-submitted',
      release: 'milestone.not-approved',
      refund: 'milestone.not-in-progress',
      'refund-part': 'milestone.not-in-progress',
      'confirm-refund': 'milestone.not-refunding',
      'fail-refund': 'milestone.not-refunding',
      'retry-refund': 'milestone.not-refunding',
      cancel: 'milestone.cannot-cancel',
    },
    notYourStep: 'milestone.not-your-step',
    stale: 'milestone.stale',
  },
}

/** Returns whether a milestone in this state has ended. */
export function isTerminal(state: MilestoneState): boolean {
  return terminalMilestoneStates.some((terminal) => terminal === state)
}
