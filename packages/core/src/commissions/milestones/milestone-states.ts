import { type StateMachine, type Transition } from '../../state-machine.ts'

export const milestoneStates = [
  'draft',
  'awaiting_funding',
  'funding',
  'funded',
  'in_progress',
  'submitted',
  'changes_requested',
  'disputed',
  'approved',
  'released',
  'refunding',
  'refund_failed',
  'refunded',
  'split',
  'charged_back',
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
  'request-extension',
  'grant-extension',
  'decline-extension',
  'move-due-date',
  'give-notice',
  'claim-refund',
  'claim-rest',
  'refund-unsubmitted',
  'refund-unsubmitted-rest',
  'add-round',
  'request-round',
  'refund',
  'refund-part',
  'refund-rest',
  'refund-released',
  'confirm-refund',
  'fail-refund',
  'retry-refund',
  'lose-chargeback',
  'lose-chargeback-part',
  'settle',
  'settle-part',
  'settle-refund',
  'amend',
  'open-dispute',
  'resume-funded',
  'resume-in-progress',
  'resume-changes',
  'resume-review',
  'award-all',
  'award-shares',
  'award-refund',
  'cancel',
] as const
export type MilestoneAction = (typeof milestoneActions)[number]

/**
 * States in which a milestone has ended: `refunded` once the whole escrow is back with the client, `split` once a part of
 * it was released and the rest given back, `charged_back` once the client's bank has taken back what was in escrow.
 */
const terminalMilestoneStates = [
  'released',
  'refunded',
  'split',
  'charged_back',
  'cancelled',
] as const satisfies MilestoneState[]

type MilestoneStep = Transition<MilestoneState, MilestoneAction>

/**
 * Steps of the due date while it counts, and of the client's right to a refund after it. Those to `split` take back the rest
 * of what a settlement released a part of.
 */
const dueDateSteps = (['funded', 'in_progress', 'changes_requested'] as const).flatMap((from): MilestoneStep[] => [
  { from, action: 'request-extension', to: from, allowedParties: ['creator'] },
  { from, action: 'grant-extension', to: from, allowedParties: ['client'] },
  { from, action: 'decline-extension', to: from, allowedParties: ['client'] },
  { from, action: 'move-due-date', to: from, allowedParties: ['client'] },
  { from, action: 'give-notice', to: from, allowedParties: ['client'] },
  { from, action: 'claim-refund', to: 'refunding', allowedParties: ['client'] },
  { from, action: 'claim-rest', to: 'split', allowedParties: ['client'] },
  // Changes are only requested on a version that was submitted.
  ...(from === 'changes_requested'
    ? []
    : ([
        { from, action: 'refund-unsubmitted', to: 'refunding', allowedParties: ['system'] },
        { from, action: 'refund-unsubmitted-rest', to: 'split', allowedParties: ['system'] },
      ] satisfies MilestoneStep[])),
])

/** Steps that change how many review rounds there are. */
const reviewRoundSteps: readonly MilestoneStep[] = [
  ...(['in_progress', 'changes_requested', 'submitted'] as const).map((from): MilestoneStep => ({
    from,
    action: 'add-round',
    to: from,
    allowedParties: ['creator'],
  })),
  { from: 'submitted', action: 'request-round', to: 'submitted', allowedParties: ['client'] },
]

/** States in which both sides can change the terms of a milestone by a change order, which the system carries out. */
const amendableStates = ['awaiting_funding', 'funded', 'in_progress', 'changes_requested', 'submitted'] as const

/**
 * The end of a milestone whose charge the client's bank took back before it was released. One of several charges takes only
 * a part of the escrow, and the milestone goes on with the rest.
 */
const chargebackSteps: readonly MilestoneStep[] = [
  ...(
    ['funded', 'in_progress', 'submitted', 'changes_requested', 'approved', 'refunding', 'refund_failed'] as const
  ).map((from): MilestoneStep => ({ from, action: 'lose-chargeback', to: 'charged_back', allowedParties: ['system'] })),
  ...(['funded', 'in_progress', 'submitted', 'changes_requested', 'approved'] as const).map((from): MilestoneStep => ({
    from,
    action: 'lose-chargeback-part',
    to: from,
    allowedParties: ['system'],
  })),
]

/** States in which there is an escrow to dispute. */
export const disputableStates = [
  'funded',
  'in_progress',
  'changes_requested',
  'submitted',
] as const satisfies MilestoneState[]
export type DisputableState = (typeof disputableStates)[number]

/**
 * Steps of a dispute: back to the state before it with what is left, or with nothing left `award-all` for the version that
 * was in review, `award-refund` with everything given back, and else `award-shares`.
 */
const disputeSteps: readonly MilestoneStep[] = [
  ...disputableStates.map((from): MilestoneStep => ({
    from,
    action: 'open-dispute',
    to: 'disputed',
    allowedParties: ['client', 'creator'],
  })),
  { from: 'disputed', action: 'resume-funded', to: 'funded', allowedParties: ['system'] },
  { from: 'disputed', action: 'resume-in-progress', to: 'in_progress', allowedParties: ['system'] },
  { from: 'disputed', action: 'resume-changes', to: 'changes_requested', allowedParties: ['system'] },
  { from: 'disputed', action: 'resume-review', to: 'submitted', allowedParties: ['system'] },
  { from: 'disputed', action: 'award-all', to: 'released', allowedParties: ['system'] },
  { from: 'disputed', action: 'award-shares', to: 'split', allowedParties: ['system'] },
  { from: 'disputed', action: 'award-refund', to: 'refunding', allowedParties: ['system'] },
]

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
    ...dueDateSteps,
    ...reviewRoundSteps,
    ...chargebackSteps,
    // The rest of what a settlement released a part of.
    { from: 'funded', action: 'refund-rest', to: 'split', allowedParties: ['creator'] },
    { from: 'in_progress', action: 'refund-rest', to: 'split', allowedParties: ['creator'] },
    { from: 'changes_requested', action: 'refund-rest', to: 'split', allowedParties: ['creator'] },
    // What was released goes back by the creator's own decision, and the milestone stays as it was.
    { from: 'released', action: 'refund-released', to: 'released', allowedParties: ['creator'] },
    { from: 'split', action: 'refund-released', to: 'split', allowedParties: ['creator'] },
    { from: 'refunding', action: 'confirm-refund', to: 'refunded', allowedParties: ['system'] },
    { from: 'refunding', action: 'fail-refund', to: 'refund_failed', allowedParties: ['system'] },
    { from: 'refund_failed', action: 'confirm-refund', to: 'refunded', allowedParties: ['system'] },
    { from: 'refund_failed', action: 'retry-refund', to: 'refunding', allowedParties: ['system'] },
    // Both sides have signed a settlement, which the system carries out: `settle` with a part released and nothing left,
    // `settle-refund` with everything given back, `settle-part` while something is left.
    { from: 'funded', action: 'settle', to: 'split', allowedParties: ['system'] },
    { from: 'in_progress', action: 'settle', to: 'split', allowedParties: ['system'] },
    { from: 'changes_requested', action: 'settle', to: 'split', allowedParties: ['system'] },
    { from: 'submitted', action: 'settle', to: 'split', allowedParties: ['system'] },
    { from: 'funded', action: 'settle-refund', to: 'refunding', allowedParties: ['system'] },
    { from: 'in_progress', action: 'settle-refund', to: 'refunding', allowedParties: ['system'] },
    { from: 'changes_requested', action: 'settle-refund', to: 'refunding', allowedParties: ['system'] },
    { from: 'submitted', action: 'settle-refund', to: 'refunding', allowedParties: ['system'] },
    { from: 'funded', action: 'settle-part', to: 'funded', allowedParties: ['system'] },
    { from: 'in_progress', action: 'settle-part', to: 'in_progress', allowedParties: ['system'] },
    { from: 'changes_requested', action: 'settle-part', to: 'changes_requested', allowedParties: ['system'] },
    { from: 'submitted', action: 'settle-part', to: 'submitted', allowedParties: ['system'] },
    ...amendableStates.map((from): MilestoneStep => ({ from, action: 'amend', to: from, allowedParties: ['system'] })),
    ...disputeSteps,
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
      'request-extension': 'milestone.not-in-progress',
      'grant-extension': 'milestone.not-in-progress',
      'decline-extension': 'milestone.not-in-progress',
      'move-due-date': 'milestone.not-in-progress',
      'give-notice': 'milestone.not-in-progress',
      'claim-refund': 'milestone.not-in-progress',
      'claim-rest': 'milestone.not-in-progress',
      'refund-unsubmitted': 'milestone.not-in-progress',
      'refund-unsubmitted-rest': 'milestone.not-in-progress',
      'add-round': 'milestone.not-in-progress',
      'request-round': 'milestone.not-submitted',
      refund: 'milestone.not-in-progress',
      'refund-part': 'milestone.not-in-progress',
      'refund-rest': 'milestone.not-in-progress',
      'refund-released': 'milestone.not-in-progress',
      'confirm-refund': 'milestone.not-refunding',
      'fail-refund': 'milestone.not-refunding',
      'retry-refund': 'milestone.not-refunding',
      'lose-chargeback': 'milestone.not-funded',
      'lose-chargeback-part': 'milestone.not-funded',
      settle: 'settlement.not-in-escrow',
      'settle-part': 'settlement.not-in-escrow',
      'settle-refund': 'settlement.not-in-escrow',
      amend: 'change-order.milestone-fixed',
      'open-dispute': 'dispute.not-in-escrow',
      'resume-funded': 'dispute.not-running',
      'resume-in-progress': 'dispute.not-running',
      'resume-changes': 'dispute.not-running',
      'resume-review': 'dispute.not-running',
      'award-all': 'dispute.not-running',
      'award-shares': 'dispute.not-running',
      'award-refund': 'dispute.not-running',
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

/** Returns whether work was released in this state, to the last cent or in part. */
export function hasReleasedWork(state: MilestoneState): boolean {
  return state === 'released' || state === 'split'
}
