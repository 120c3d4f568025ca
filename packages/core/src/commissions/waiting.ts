import { type CommissionId, type MilestoneId } from '../ids.ts'
import { type Instant } from '../time/instant.ts'
import { type CommissionState } from './commission-states.ts'
import { type MilestoneState, isTerminal } from './milestone-states.ts'

export const waitingVerbs = [
  'answer-request',
  'answer-offer',
  'answer-counter-offer',
  'fund',
  'confirm-payment',
  'start',
  'deliver',
  'review-version',
  'rework',
  'review-person',
] as const
export type WaitingVerb = (typeof waitingVerbs)[number]

/** What happens by itself when nobody acts. */
export type Otherwise = 'expires' | 'approves' | 'cancels'

/** Somebody is waited upon: who, to do what, until when. */
export type Waiting = {
  readonly on: 'client' | 'creator'
  readonly verb: WaitingVerb
  readonly commissionId: CommissionId
  readonly milestoneId: MilestoneId | null
  readonly by: Instant | null
  readonly otherwise: Otherwise | null
}

export type WaitingCommission = {
  readonly id: CommissionId
  readonly state: CommissionState
  readonly expiresAt: Instant | null
  /** When the reviews close, and who has written; null before completion. */
  readonly reviews: { readonly closeAt: Instant; readonly written: readonly ('client' | 'creator')[] } | null
  /** In the order of the contract. */
  readonly milestones: readonly {
    readonly id: MilestoneId
    readonly state: MilestoneState
    readonly dueAt: Instant
    readonly attemptExpiresAt: Instant | null
    readonly reviewEndsAt: Instant | null
  }[]
}

/**
 * Who is waited upon in a commission, derived from the states alone. A milestone asks to be funded only when it is the
 * next one: those before it are over.
 */
export function waitingIn(commission: WaitingCommission, now: Instant): Waiting[] {
  const { id: commissionId, expiresAt } = commission
  const one = (on: Waiting['on'], verb: WaitingVerb, by: Instant | null, otherwise: Otherwise | null): Waiting[] => [
    { on, verb, commissionId, milestoneId: null, by, otherwise },
  ]
  switch (commission.state) {
    case 'requested':
      return one('creator', 'answer-request', expiresAt, 'expires')
    case 'offered':
      return one('client', 'answer-offer', expiresAt, 'expires')
    case 'countered':
      return one('creator', 'answer-counter-offer', expiresAt, 'expires')
    case 'accepted':
    case 'active':
      return inMilestones(commission)
    case 'completed': {
      const { reviews } = commission
      if (!reviews || now >= reviews.closeAt) return []
      const missing = (['client', 'creator'] as const).filter((side) => !reviews.written.includes(side))
      return missing.flatMap((side) => one(side, 'review-person', reviews.closeAt, null))
    }
    case 'cancelled':
    case 'declined':
    case 'withdrawn':
    case 'expired':
      return []
  }
}

function inMilestones(commission: WaitingCommission): Waiting[] {
  const next = commission.milestones.find(({ state }) => !isTerminal(state))
  return commission.milestones.flatMap((milestone): Waiting[] => {
    const base = { commissionId: commission.id, milestoneId: milestone.id }
    switch (milestone.state) {
      case 'awaiting_funding': {
        if (milestone !== next) return []
        const first = commission.state === 'accepted'
        const by = first ? commission.expiresAt : null
        return [{ ...base, on: 'client', verb: 'fund', by, otherwise: first ? 'expires' : null }]
      }
      case 'funding':
        return [
          { ...base, on: 'client', verb: 'confirm-payment', by: milestone.attemptExpiresAt, otherwise: 'cancels' },
        ]
      case 'funded':
        return [{ ...base, on: 'creator', verb: 'start', by: milestone.dueAt, otherwise: null }]
      case 'in_progress':
        return [{ ...base, on: 'creator', verb: 'deliver', by: milestone.dueAt, otherwise: null }]
      case 'changes_requested':
        return [{ ...base, on: 'creator', verb: 'rework', by: milestone.dueAt, otherwise: null }]
      case 'submitted':
        return [{ ...base, on: 'client', verb: 'review-version', by: milestone.reviewEndsAt, otherwise: 'approves' }]
      default:
        return []
    }
  })
}
