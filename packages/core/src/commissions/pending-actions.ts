import { type CommissionId, type MilestoneId } from '../ids.ts'
import { type Instant } from '../time/instant.ts'
import { type CommissionState, type expiringStates } from './offers/commission-states.ts'
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

export type MilestoneProgress = { readonly id: MilestoneId; readonly dueAt: Instant } & (
  | { readonly state: 'funding'; readonly attemptExpiresAt: Instant }
  | { readonly state: 'submitted'; readonly reviewEndsAt: Instant }
  | { readonly state: Exclude<MilestoneState, 'funding' | 'submitted'> }
)

/**
 * Returns the pending actions of a commission, derived from its states alone. Only the next milestone is offered for
 * funding: those before it have ended.
 */
export function pendingActionsIn(commission: CommissionProgress, now: Instant): PendingAction[] {
  const { id: commissionId } = commission
  const pendingAction = (
    party: PendingAction['party'],
    action: RequiredAction,
    dueAt: Instant | null,
    onTimeout: TimeoutOutcome | null,
  ): PendingAction[] => [{ party, action, commissionId, milestoneId: null, dueAt, onTimeout }]
  switch (commission.state) {
    case 'requested':
      return pendingAction('creator', 'answer-request', commission.expiresAt, 'expires')
    case 'offered':
      return pendingAction('client', 'answer-offer', commission.expiresAt, 'expires')
    case 'countered':
      return pendingAction('creator', 'answer-counter-offer', commission.expiresAt, 'expires')
    case 'accepted':
    case 'active':
      return pendingMilestoneActions(commission)
    case 'completed': {
      const { reviews } = commission
      if (!reviews || now >= reviews.closeAt) return []
      const missing = (['client', 'creator'] as const).filter((side) => !reviews.written.includes(side))
      return missing.flatMap((side) => pendingAction(side, 'write-review', reviews.closeAt, null))
    }
    case 'cancelled':
    case 'declined':
    case 'withdrawn':
    case 'expired':
      return []
  }
}

function pendingMilestoneActions(commission: CommissionProgress): PendingAction[] {
  const next = commission.milestones.find(({ state }) => !isTerminal(state))
  return commission.milestones.flatMap((milestone): PendingAction[] => {
    const base = { commissionId: commission.id, milestoneId: milestone.id }
    switch (milestone.state) {
      case 'awaiting_funding': {
        if (milestone !== next) return []
        const waiting = commission.state === 'accepted' ? commission : undefined
        const dueAt = waiting?.expiresAt ?? null
        return [{ ...base, party: 'client', action: 'fund', dueAt, onTimeout: waiting ? 'expires' : null }]
      }
      case 'funding':
        return [
          {
            ...base,
            party: 'client',
            action: 'confirm-payment',
            dueAt: milestone.attemptExpiresAt,
            onTimeout: 'cancels',
          },
        ]
      case 'funded':
        return [{ ...base, party: 'creator', action: 'start', dueAt: milestone.dueAt, onTimeout: null }]
      case 'in_progress':
        return [{ ...base, party: 'creator', action: 'deliver', dueAt: milestone.dueAt, onTimeout: null }]
      case 'changes_requested':
        return [{ ...base, party: 'creator', action: 'rework', dueAt: milestone.dueAt, onTimeout: null }]
      case 'submitted':
        return [
          { ...base, party: 'client', action: 'review-version', dueAt: milestone.reviewEndsAt, onTimeout: 'approves' },
        ]
      default:
        return []
    }
  })
}
