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
  'cancel',
] as const
export type MilestoneAction = (typeof milestoneActions)[number]

/** States in which a milestone has ended. */
const terminalMilestoneStates = ['released', 'cancelled'] as const satisfies MilestoneState[]

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
