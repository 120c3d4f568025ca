import { type CommissionId, type MilestoneId } from '../ids.ts'
import { type Instant } from '../time/instant.ts'
import {
  commissionActionsFor,
  type MilestoneForActions,
  milestoneActionsFor,
  type OfferedMilestoneAction,
} from './actions.ts'
import { type CommissionAction, type CommissionState, type expiringStates } from './offers/commission-states.ts'
import { type MilestoneState, isTerminal } from './milestones/milestone-states.ts'

export const requiredActions = [
  'answer-request',
  'answer-offer',
  'answer-counter-offer',
  'fund',
  'confirm-payment',
  'start',
  'deliver',
  'review-version',
  'rework',
  'write-review',
] as const
export type RequiredAction = (typeof requiredActions)[number]

/** The outcome if no one acts in time. */
export type TimeoutOutcome = 'expires' | 'approves' | 'cancels'

/** An action that one party has to take, with its deadline. */
export type PendingAction = {
  readonly party: 'client' | 'creator'
  readonly action: RequiredAction
  readonly commissionId: CommissionId
  readonly milestoneId: MilestoneId | null
  readonly dueAt: Instant | null
  readonly onTimeout: TimeoutOutcome | null
}

type WaitingState = (typeof expiringStates)[number]
export type CommissionProgress = {
  readonly id: CommissionId
  /** In the order of the contract. */
  readonly milestones: readonly MilestoneProgress[]
} & (
  | { readonly state: WaitingState; readonly expiresAt: Instant }
  /** Closing time and authors of the reviews; null once they are closed. */
  | {
      readonly state: 'completed'
      readonly reviews: { readonly closeAt: Instant; readonly written: readonly ('client' | 'creator')[] } | null
    }
  | { readonly state: Exclude<CommissionState, WaitingState | 'completed'> }
)

export type MilestoneProgress = Omit<MilestoneForActions, 'state'> & {
  readonly id: MilestoneId
  readonly dueAt: Instant
} & (
    | { readonly state: 'funding'; readonly attemptExpiresAt: Instant }
    | { readonly state: 'submitted'; readonly reviewEndsAt: Instant }
    | { readonly state: Exclude<MilestoneState, 'funding' | 'submitted'> }
  )

/** Leaves out the actions that an installation does not offer. */
type Offerable = <A extends string>(actions: A[]) => A[]

const sides = ['client', 'creator'] as const

/** The answer that each state of a commission waits for, and its steps: the party that may take one has to act. */
const commissionWaits: Partial<Record<CommissionState, [RequiredAction, readonly CommissionAction[]]>> = {
  requested: ['answer-request', ['make-offer', 'decline']],
  offered: ['answer-offer', ['accept-offer', 'counter-offer', 'decline']],
  countered: ['answer-counter-offer', ['accept-counter', 'return-offer', 'decline']],
}

/** The same for each state of a milestone. */
const milestoneWaits: Partial<Record<MilestoneState, [RequiredAction, readonly OfferedMilestoneAction[]]>> = {
  awaiting_funding: ['fund', ['fund']],
  funding: ['confirm-payment', ['follow-payment']],
  funded: ['start', ['start']],
  in_progress: ['deliver', ['submit']],
  changes_requested: ['rework', ['submit']],
  submitted: ['review-version', ['approve', 'request-changes']],
}

/**
 * Returns the pending actions of a commission. Who acts is decided by the actions that its parties are offered, as with
 * the buttons. Only the next milestone is offered for funding: those before it have ended.
 */
export function pendingActionsIn(commission: CommissionProgress, now: Instant, offerable: Offerable): PendingAction[] {
  const base = { commissionId: commission.id, milestoneId: null }
  switch (commission.state) {
    case 'completed': {
      const { reviews } = commission
      if (!reviews || now >= reviews.closeAt) return []
      return sides
        .filter((side) => !reviews.written.includes(side))
        .map((party) => ({ ...base, party, action: 'write-review', dueAt: reviews.closeAt, onTimeout: null }))
    }
    case 'accepted':
    case 'active': {
      const next = commission.milestones.find(({ state }) => !isTerminal(state))
      return commission.milestones
        .filter((milestone) => milestone.state !== 'awaiting_funding' || milestone === next)
        .flatMap((milestone) => pendingMilestoneActions(commission, milestone, offerable))
    }
    default: {
      const [action, steps] = commissionWaits[commission.state] ?? []
      if (!action || !('expiresAt' in commission)) return []
      const { expiresAt } = commission
      return sides
        .filter((side) => offerable(commissionActionsFor(commission, side, now)).some((one) => steps?.includes(one)))
        .map((party) => ({ ...base, party, action, dueAt: expiresAt, onTimeout: 'expires' }))
    }
  }
}

function pendingMilestoneActions(
  commission: CommissionProgress,
  milestone: MilestoneProgress,
  offerable: Offerable,
): PendingAction[] {
  const [action, steps] = milestoneWaits[milestone.state] ?? []
  if (!action) return []
  const ids = { commissionId: commission.id, milestoneId: milestone.id }
  return sides
    .filter((side) => offerable(milestoneActionsFor(milestone, side)).some((one) => steps?.includes(one)))
    .map((party) => ({ ...ids, party, action, ...deadlineOf(commission, milestone) }))
}

function deadlineOf(
  commission: CommissionProgress,
  milestone: MilestoneProgress,
): Pick<PendingAction, 'dueAt' | 'onTimeout'> {
  switch (milestone.state) {
    case 'awaiting_funding':
      return commission.state === 'accepted'
        ? { dueAt: commission.expiresAt, onTimeout: 'expires' }
        : { dueAt: null, onTimeout: null }
    case 'funding':
      return { dueAt: milestone.attemptExpiresAt, onTimeout: 'cancels' }
    case 'submitted':
      return { dueAt: milestone.reviewEndsAt, onTimeout: 'approves' }
    default:
      return { dueAt: milestone.dueAt, onTimeout: null }
  }
}
