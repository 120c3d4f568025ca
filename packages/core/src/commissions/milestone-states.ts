import { type Machine, type Step } from '../machine.ts'

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

/** States that a milestone never leaves. */
export const terminalMilestoneStates = [
  'released',
  'refunded',
  'split',
  'cancelled',
] as const satisfies MilestoneState[]

/** States in which the money is held and work is under way. */
const inWork = ['funded', 'in_progress', 'submitted', 'changes_requested'] as const satisfies MilestoneState[]

type Row = Step<MilestoneState, MilestoneAction>

/** Divided, partly divided or disputed from any state in work; refunded from those without a submission. */
const partings: Row[] = inWork.flatMap((from): Row[] => [
  { from, action: 'split', to: 'split', who: ['client', 'creator'], later: true },
  { from, action: 'split-part', to: from, who: ['client', 'creator'], later: true },
  { from, action: 'dispute', to: 'disputed', who: ['client', 'creator'], later: true },
  ...(from === 'submitted'
    ? []
    : [
        {
          from,
          action: 'refund',
          to: 'refunding',
          who: ['client', 'creator', 'operator', 'system'],
          later: true,
        } satisfies Row,
      ]),
])

/** The whole life of a milestone. */
export const milestoneMachine: Machine<MilestoneState, MilestoneAction> = {
  steps: [
    { from: 'draft', action: 'agree', to: 'awaiting_funding', who: ['system'] },
    { from: 'awaiting_funding', action: 'fund', to: 'funding', who: ['client'] },
    { from: 'funding', action: 'confirm-funding', to: 'funded', who: ['system'] },
    { from: 'funding', action: 'fail-funding', to: 'awaiting_funding', who: ['system'] },
    { from: 'funded', action: 'start', to: 'in_progress', who: ['creator', 'system'] },
    { from: 'in_progress', action: 'submit', to: 'submitted', who: ['creator'] },
    { from: 'changes_requested', action: 'submit', to: 'submitted', who: ['creator'] },
    { from: 'submitted', action: 'withdraw-submission', to: 'in_progress', who: ['creator'] },
    { from: 'submitted', action: 'request-changes', to: 'changes_requested', who: ['client'] },
    { from: 'submitted', action: 'approve', to: 'approved', who: ['client', 'operator'] },
    { from: 'submitted', action: 'auto-approve', to: 'approved', who: ['system'] },
    { from: 'approved', action: 'release', to: 'released', who: ['system'] },
    ...partings,
    { from: 'disputed', action: 'end-dispute', to: 'former', who: ['client', 'creator', 'operator'], later: true },
    { from: 'disputed', action: 'award-creator', to: 'released', who: ['client', 'creator', 'operator'], later: true },
    { from: 'disputed', action: 'award-client', to: 'refunded', who: ['client', 'creator', 'operator'], later: true },
    { from: 'disputed', action: 'award-both', to: 'split', who: ['client', 'creator', 'operator'], later: true },
    { from: 'refunding', action: 'confirm-refund', to: 'refunded', who: ['system'], later: true },
    { from: 'refunding', action: 'fail-refund', to: 'refund_failed', who: ['system'], later: true },
    { from: 'refund_failed', action: 'retry-refund', to: 'refunding', who: ['operator', 'system'], later: true },
    { from: 'draft', action: 'cancel', to: 'cancelled', who: ['system'] },
    { from: 'awaiting_funding', action: 'cancel', to: 'cancelled', who: ['system'] },
    { from: 'draft', action: 'cancel-together', to: 'cancelled', who: ['client', 'creator'], later: true },
    { from: 'awaiting_funding', action: 'cancel-together', to: 'cancelled', who: ['client', 'creator'], later: true },
  ],
  codes: {
    wrongState: {
      agree: 'milestone.not-draft',
      fund: 'milestone.not-awaiting-funding',
      'confirm-funding': 'milestone.not-funding',
      'fail-funding': 'milestone.not-funding',
      start: 'milestone.not-funded',
      submit: 'milestone.not-in-work',
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
    notYet: 'milestone.not-available-yet',
    stale: 'milestone.stale',
  },
}

/** Whether a milestone in this state is over for good. */
export function isTerminal(state: MilestoneState): boolean {
  return terminalMilestoneStates.some((terminal) => terminal === state)
}
