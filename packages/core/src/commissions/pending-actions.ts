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
import { type ChangeOrder, changeOrderActionsFor } from './change-orders/change-order.ts'
import { type ChangeOrderAction } from './change-orders/change-order-states.ts'
import { type Settlement, settlementActionsFor } from './settlements/settlement.ts'
import { type Dispute, disputeActionsFor, type DisputeTerms } from './disputes/dispute.ts'
import { type DisputeAction } from './disputes/dispute-states.ts'
import { type SettlementAction } from './settlements/settlement-states.ts'

export const pendingActionKinds = [
  'answer-request',
  'answer-offer',
  'answer-counter-offer',
  'fund',
  'confirm-payment',
  'start',
  'deliver',
  'review-version',
  'rework',
  'answer-extension',
  'claim-refund',
  'answer-settlement',
  'answer-change-order',
  'answer-dispute',
  'answer-terms',
  'write-review',
] as const
export type PendingActionKind = (typeof pendingActionKinds)[number]

/** The outcome if no one acts in time. */
export type TimeoutOutcome = 'expires' | 'approves' | 'cancels'

/** The time until which someone has to act; without an outcome nothing happens then by itself. */
export type Deadline = { readonly at: Instant; readonly onTimeout?: TimeoutOutcome }

/** An action that one party has to take, with its deadline. */
export type PendingAction = {
  readonly party: 'client' | 'creator'
  readonly action: PendingActionKind
  readonly commissionId: CommissionId
  readonly milestoneId: MilestoneId | null
  /** The steps of that party that end the wait; none for a review, which is not a step of the commission. */
  readonly steps: readonly PendingActionStep[]
  readonly deadline: Deadline | null
}

/** A step that ends the wait of a commission or of a milestone. */
export const pendingActionSteps = [
  'make-offer',
  'accept-offer',
  'counter-offer',
  'accept-counter',
  'return-offer',
  'decline',
  'fund',
  'follow-payment',
  'start',
  'submit',
  'approve',
  'request-changes',
  'grant-extension',
  'decline-extension',
  'claim-refund',
  'accept-settlement',
  'counter-settlement',
  'decline-settlement',
  'accept-change-order',
  'counter-change-order',
  'decline-change-order',
  'answer-dispute',
  'accept-terms',
  'decline-terms',
] as const satisfies (
  | CommissionAction
  | OfferedMilestoneAction
  | SettlementAction
  | ChangeOrderAction
  | DisputeAction
)[]
export type PendingActionStep = (typeof pendingActionSteps)[number]

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
  /** The settlement and the change order that wait for an answer; null if there is none. */
  | {
      readonly state: 'active'
      readonly settlement: Pick<Settlement, 'state' | 'by' | 'expiresAt'> | null
      readonly changeOrder: Pick<ChangeOrder, 'state' | 'by' | 'expiresAt'> | null
      /** The disputes that run about its milestones. */
      readonly disputes: readonly DisputeProgress[]
    }
  | { readonly state: Exclude<CommissionState, WaitingState | 'completed' | 'active'> }
)

export type DisputeProgress = Pick<
  Dispute,
  'milestoneId' | 'state' | 'opener' | 'isAnswered' | 'answerBy' | 'mediationEndsAt'
> & {
  readonly terms: Pick<DisputeTerms, 'by'> | null
}

export type MilestoneProgress = Omit<MilestoneForActions, 'state'> & {
  readonly id: MilestoneId
} & (
    | { readonly state: 'funding'; readonly attemptExpiresAt: Instant }
    | { readonly state: 'submitted'; readonly reviewEndsAt: Instant }
    | { readonly state: Exclude<MilestoneState, 'funding' | 'submitted'> }
  )

/** Leaves out the actions that an installation does not offer. */
type Offerable = <A extends string>(actions: A[]) => A[]

const sides = ['client', 'creator'] as const
type Side = (typeof sides)[number]

/** The answer that each state of a commission waits for, and its steps: the party that may take one has to act. */
const commissionWaits: Partial<
  Record<CommissionState, [PendingActionKind, readonly (CommissionAction & PendingActionStep)[]]>
> = {
  requested: ['answer-request', ['make-offer', 'decline']],
  offered: ['answer-offer', ['accept-offer', 'counter-offer', 'decline']],
  countered: ['answer-counter-offer', ['accept-counter', 'return-offer', 'decline']],
}

/** The same for each state of a milestone. */
const milestoneWaits: Partial<
  Record<MilestoneState, [PendingActionKind, readonly (OfferedMilestoneAction & PendingActionStep)[]]>
> = {
  awaiting_funding: ['fund', ['fund']],
  funding: ['confirm-payment', ['follow-payment']],
  funded: ['start', ['start']],
  in_progress: ['deliver', ['submit']],
  changes_requested: ['rework', ['submit']],
  submitted: ['review-version', ['approve', 'request-changes']],
}

/** Requests to the client, for which a milestone waits besides the step of its state. */
const requestsToClient: readonly [PendingActionKind, readonly (OfferedMilestoneAction & PendingActionStep)[]][] = [
  ['answer-extension', ['grant-extension', 'decline-extension']],
  ['claim-refund', ['claim-refund']],
]

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
        .map((party) => ({
          ...base,
          party,
          action: 'write-review',
          steps: [],
          deadline: { at: reviews.closeAt },
        }))
    }
    case 'accepted':
    case 'active': {
      const next = commission.milestones.find(({ state }) => !isTerminal(state))
      const { settlement, changeOrder, disputes } =
        commission.state === 'active' ? commission : { settlement: null, changeOrder: null, disputes: [] }
      const answers = (
        kind: 'settlement' | 'change-order',
        expiresAt: Instant,
        actionsFor: (party: Side) => string[],
      ) => pendingAnswers({ ...base, action: `answer-${kind}` }, expiresAt, (party) => offerable(actionsFor(party)))
      return [
        ...disputes.flatMap((one) => pendingDisputeActions(commission.id, one, offerable)),
        ...(settlement
          ? answers('settlement', settlement.expiresAt, (party) => settlementActionsFor(settlement, party, now))
          : []),
        ...(changeOrder
          ? answers('change-order', changeOrder.expiresAt, (party) => changeOrderActionsFor(changeOrder, party, now))
          : []),
        ...commission.milestones
          .filter((milestone) => milestone.state !== 'awaiting_funding' || milestone === next)
          .flatMap((milestone) => pendingMilestoneActions(commission, milestone, now, offerable)),
      ]
    }
    default: {
      const [action, ending = []] = commissionWaits[commission.state] ?? []
      if (!action || !('expiresAt' in commission)) return []
      const { expiresAt } = commission
      return sides.flatMap((party): PendingAction[] => {
        const offered = offerable(commissionActionsFor(commission, party, now))
        const steps = ending.filter((step) => offered.includes(step))
        return steps.length > 0
          ? [{ ...base, party, action, steps, deadline: { at: expiresAt, onTimeout: 'expires' } }]
          : []
      })
    }
  }
}

/** The steps that answer a proposal of the other side. */
const answerSteps = pendingActionSteps.filter((step) => /-(settlement|change-order)$/.test(step))

function pendingAnswers(
  base: Pick<PendingAction, 'commissionId' | 'milestoneId' | 'action'>,
  expiresAt: Instant,
  offeredTo: (party: Side) => readonly string[],
): PendingAction[] {
  return sides.flatMap((party): PendingAction[] => {
    const offered = offeredTo(party)
    const steps = answerSteps.filter((step) => offered.includes(step))
    const deadline = { at: expiresAt, onTimeout: 'expires' } as const
    return steps.length > 0 ? [{ ...base, party, steps, deadline }] : []
  })
}

/** The answers that a dispute waits for, with their steps. */
const disputeWaits = [
  ['answer-dispute', ['answer-dispute']],
  ['answer-terms', ['accept-terms', 'decline-terms']],
] as const satisfies (readonly [PendingActionKind, readonly (DisputeAction & PendingActionStep)[]])[]

function pendingDisputeActions(
  commissionId: CommissionId,
  dispute: DisputeProgress,
  offerable: Offerable,
): PendingAction[] {
  const { milestoneId, state, answerBy, mediationEndsAt } = dispute
  const at = state === 'open' ? answerBy : mediationEndsAt
  return sides.flatMap((party) => {
    // No step of the review is waited for.
    const offered = offerable(disputeActionsFor({ ...dispute, decision: null }, party))
    return disputeWaits.flatMap(([action, ending]): PendingAction[] => {
      const steps = ending.filter((step) => offered.includes(step))
      const deadline = state === 'open' || state === 'mediation' ? { at } : null
      return steps.length > 0 ? [{ commissionId, milestoneId, party, action, steps, deadline }] : []
    })
  })
}

function pendingMilestoneActions(
  commission: CommissionProgress,
  milestone: MilestoneProgress,
  now: Instant,
  offerable: Offerable,
): PendingAction[] {
  const ids = { commissionId: commission.id, milestoneId: milestone.id }
  const wait = milestoneWaits[milestone.state]
  return sides.flatMap((party): PendingAction[] => {
    const offered = offerable(milestoneActionsFor(milestone, party, now))
    const waits = [
      ...(wait ? [{ wait, deadline: deadlineOf(commission, milestone) }] : []),
      ...requestsToClient.map((request) => ({ wait: request, deadline: null })),
    ]
    return waits.flatMap(({ wait: [action, ending], deadline }) => {
      const steps = ending.filter((step) => offered.includes(step))
      return steps.length > 0 ? [{ ...ids, party, action, steps, deadline }] : []
    })
  })
}

function deadlineOf(commission: CommissionProgress, milestone: MilestoneProgress): Deadline | null {
  switch (milestone.state) {
    case 'awaiting_funding':
      return commission.state === 'accepted' ? { at: commission.expiresAt, onTimeout: 'expires' } : null
    case 'funding':
      return { at: milestone.attemptExpiresAt, onTimeout: 'cancels' }
    case 'submitted':
      return { at: milestone.reviewEndsAt, onTimeout: 'approves' }
    default:
      return { at: milestone.dueAt }
  }
}
