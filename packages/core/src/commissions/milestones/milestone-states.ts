import { type StateMachine, type Transition } from '../../state-machine.ts'

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
  'disputed',
  'refunding',
  'refund_failed',
  'refunded',
  'split',
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
  'split',
  'split-part',
  'dispute',
  'end-dispute',
  'award-creator',
  'award-client',
  'award-both',
  'refund',
  'confirm-refund',
  'fail-refund',
  'retry-refund',
  'cancel',
  'cancel-together',
] as const
export type MilestoneAction = (typeof milestoneActions)[number]

/** States in which a milestone has ended. */
export const terminalMilestoneStates = [
  'released',
  'refunded',
  'split',
  'cancelled',
] as const satisfies MilestoneState[]

/** States in which money is in escrow and work is in progress. */
const fundedAndOpenStates = [
  'funded',
  'in_progress',
  'submitted',
  'changes_requested',
] as const satisfies MilestoneState[]

type MilestoneStep = Transition<MilestoneState, MilestoneAction>

/** Split, partial split and dispute from any funded state; refund from those without a submission. */
const disputeAndRefundSteps: MilestoneStep[] = fundedAndOpenStates.flatMap((from): MilestoneStep[] => [
  { from, action: 'split', to: 'split', allowedParties: ['client', 'creator'], notYetAvailable: true },
  { from, action: 'split-part', to: from, allowedParties: ['client', 'creator'], notYetAvailable: true },
  { from, action: 'dispute', to: 'disputed', allowedParties: ['client', 'creator'], notYetAvailable: true },
  ...(from === 'submitted'
    ? []
    : [
        {
          from,
          action: 'refund',
          to: 'refunding',
          allowedParties: ['client', 'creator', 'admin', 'system'],
          notYetAvailable: true,
        } satisfies MilestoneStep,
      ]),
])

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
    { from: 'submitted', action: 'approve', to: 'approved', allowedParties: ['client', 'admin'] },
    { from: 'submitted', action: 'auto-approve', to: 'approved', allowedParties: ['system'] },
    { from: 'approved', action: 'release', to: 'released', allowedParties: ['system'] },
    ...disputeAndRefundSteps,
    {
      from: 'disputed',
      action: 'end-dispute',
      to: 'previous',
      allowedParties: ['client', 'creator', 'admin'],
      notYetAvailable: true,
    },
    {
      from: 'disputed',
      action: 'award-creator',
      to: 'released',
      allowedParties: ['client', 'creator', 'admin'],
      notYetAvailable: true,
    },
    {
      from: 'disputed',
      action: 'award-client',
      to: 'refunded',
      allowedParties: ['client', 'creator', 'admin'],
      notYetAvailable: true,
    },
    {
      from: 'disputed',
      action: 'award-both',
      to: 'split',
      allowedParties: ['client', 'creator', 'admin'],
      notYetAvailable: true,
    },
    { from: 'refunding', action: 'confirm-refund', to: 'refunded', allowedParties: ['system'], notYetAvailable: true },
    {
      from: 'refunding',
      action: 'fail-refund',
      to: 'refund_failed',
      allowedParties: ['system'],
      notYetAvailable: true,
    },
    {
      from: 'refund_failed',
      action: 'retry-refund',
      to: 'refunding',
      allowedParties: ['admin', 'system'],
      notYetAvailable: true,
    },
    { from: 'draft', action: 'cancel', to: 'cancelled', allowedParties: ['system'] },
    { from: 'awaiting_funding', action: 'cancel', to: 'cancelled', allowedParties: ['system'] },
    {
      from: 'draft',
      action: 'cancel-together',
      to: 'cancelled',
      allowedParties: ['client', 'creator'],
      notYetAvailable: true,
    },
    {
      from: 'awaiting_funding',
      action: 'cancel-together',
      to: 'cancelled',
      allowedParties: ['client', 'creator'],
      notYetAvailable: true,
    },
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
      split: 'milestone.nothing-held',
      'split-part': 'milestone.nothing-held',
      dispute: 'milestone.nothing-held',
      'end-dispute': 'milestone.not-disputed',
      'award-creator': 'milestone.not-disputed',
      'award-client': 'milestone.not-disputed',
      'award-both': 'milestone.not-disputed',
      refund: 'milestone.nothing-to-refund',
      'confirm-refund': 'milestone.not-refunding',
      'fail-refund': 'milestone.not-refunding',
      'retry-refund': 'milestone.not-refunding',
      cancel: 'milestone.cannot-cancel',
      'cancel-together': 'milestone.cannot-cancel',
    },
    notYourStep: 'milestone.not-your-step',
    notYetAvailable: 'milestone.not-available-yet',
    stale: 'milestone.stale',
  },
}

/** Returns whether a milestone in this state has ended. */
export function isTerminal(state: MilestoneState): boolean {
  return terminalMilestoneStates.some((terminal) => terminal === state)
}
