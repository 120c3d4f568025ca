import {
  type ChangeOrderId,
  type ChargeId,
  type CommissionId,
  type DeliverableId,
  type DisputeId,
  type DisputeTermsId,
  type MilestoneId,
  type OfferVersionId,
  type ProjectProposalId,
  type RefundId,
  type ReleaseId,
  type SettlementId,
  type TopUpId,
  type UserId,
  type ProjectId,
} from '../ids.ts'
import { type Currency, type Minor } from '../money/money.ts'
import { type Instant } from '../time/instant.ts'

export type ProjectFacts = { readonly projectId: ProjectId; readonly clientId: UserId; readonly title: string }

/** `waitingFor` are the members who have not answered yet. */
export type ProjectProposalFacts = ProjectFacts & {
  readonly proposalId: ProjectProposalId
  readonly authorId: UserId
  readonly waitingFor: readonly UserId[]
}

export type CommissionFacts = {
  readonly projectId: ProjectId
  readonly commissionId: CommissionId
  readonly clientId: UserId
  readonly creatorId: UserId
}

/** `amount` is the price in minor units, without fees. */
export type MilestoneFacts = CommissionFacts & {
  readonly milestoneId: MilestoneId
  readonly title: string
  readonly amount: Minor
  readonly currency: Currency
}

export type ChangeOrderFacts = CommissionFacts & {
  readonly changeOrderId: ChangeOrderId
  /** The side that proposed it. */
  readonly by: 'client' | 'creator'
}

/** `price` is what the price rises by, `charged` that with the client's fee. `expiresAt` is the time to pay it. */
export type TopUpFacts = MilestoneFacts & {
  readonly topUpId: TopUpId
  readonly price: Minor
  readonly charged: Minor
  readonly expiresAt: Instant
}

type OfferFacts = CommissionFacts & {
  readonly offerId: OfferVersionId
  readonly hash: string
  readonly expiresAt: Instant
}
/** `refunded` is what the client gets back, fee included. */
type RefundFacts = MilestoneFacts & { readonly refundId: RefundId; readonly refunded: Minor }
/** `by` is the author of the proposal. `released` and `refunded` are sums of prices, without fees. */
export type SettlementFacts = CommissionFacts & {
  readonly settlementId: SettlementId
  readonly by: 'client' | 'creator'
  readonly endsCommission: boolean
  readonly released: Minor
  readonly refunded: Minor
  readonly currency: Currency
}
/** `opener` is who opened the dispute, `disputed` the price that is locked. */
export type DisputeFacts = MilestoneFacts & {
  readonly disputeId: DisputeId
  readonly opener: 'client' | 'creator'
  readonly disputed: Minor
}
/** Parts of the disputed price: `released` to the creator, `refunded` to the client; the rest returns to the escrow. */
type DisputeShares = { readonly released: Minor; readonly refunded: Minor }
type DisputeTermsFacts = DisputeFacts &
  DisputeShares & { readonly termsId: DisputeTermsId; readonly by: 'client' | 'creator' }
type VersionFacts = MilestoneFacts & { readonly deliverableId: DeliverableId; readonly hash: string }

/** Events of projects, commissions, milestones and deliverables, with their data. */
export type CommissionEvents = {
  'project.opened': ProjectFacts
  /** `startedWith` is the creator whose milestone was funded first. */
  'project.activated': ProjectFacts & { readonly startedWith: UserId }
  /** `proposalId` if its members completed it together, before its time. */
  'project.completed': ProjectFacts & { readonly proposalId?: ProjectProposalId }
  'project.cancelled': ProjectFacts & { readonly reason: string }
  /** A member proposes to complete the project now. */
  'project-proposal.made': ProjectProposalFacts
  /** One of several agreed; the others have yet to answer. */
  'project-proposal.consented': ProjectProposalFacts
  'project-proposal.declined': ProjectProposalFacts & { readonly reason: string }
  'project-proposal.withdrawn': ProjectProposalFacts

  'commission.requested': CommissionFacts & { readonly expiresAt: Instant }
  'offer.made': OfferFacts & { readonly edited: boolean }
  'offer.countered': OfferFacts & { readonly reason: string }
  /** The creator agrees to the counter-offer, or returns to the previous version. */
  /** The creator agreed to the counter-offer, which is the offer now. */
  'offer.counter-accepted': OfferFacts
  /** The creator went back to the version that was countered. */
  'offer.returned': OfferFacts
  'offer.accepted': CommissionFacts & {
    readonly offerId: OfferVersionId
    readonly hash: string
    readonly termsVersion: number
    readonly fundBy: Instant
  }
  'commission.active': CommissionFacts
  'commission.declined': CommissionFacts & { readonly by: 'client' | 'creator'; readonly reason: string }
  'commission.withdrawn': CommissionFacts & { readonly by: 'client' | 'creator'; readonly reason: string }
  'commission.expired': CommissionFacts & { readonly during: 'request' | 'offer' | 'counter-offer' | 'funding' }
  'commission.completed': CommissionFacts & { readonly reviewsCloseAt: Instant }
  'commission.cancelled': CommissionFacts

  'milestone.agreed': MilestoneFacts
  'milestone.funding-started': MilestoneFacts & {
    readonly chargeId: ChargeId
    readonly charged: Minor
    readonly expiresAt: Instant
  }
  'milestone.funding-failed': MilestoneFacts & {
    readonly chargeId: ChargeId
    readonly charged: Minor
    readonly reason: string
  }
  'milestone.funded': MilestoneFacts & { readonly chargeId: ChargeId; readonly charged: Minor }
  /** `automatic` if the first version started the work. */
  'milestone.started': MilestoneFacts & { readonly automatic: boolean }
  'deliverable.added': VersionFacts & { readonly number: number }
  'milestone.submitted': VersionFacts & { readonly reviewEndsAt: Instant }
  'milestone.submission-withdrawn': VersionFacts
  'milestone.changes-requested': VersionFacts & {
    readonly round: number
    readonly items: number
    /** The text of the first item. Missing in events that were stored before it existed. */
    readonly first?: string
    readonly dueAt: Instant
  }
  /** A reminder within the review window; the third is on the last day. */
  'milestone.review-reminded': VersionFacts & { readonly reminder: 1 | 2 | 3; readonly reviewEndsAt: Instant }
  /** `released` if the money was released in the same step, as it is unless a chargeback has frozen it. */
  'milestone.approved': VersionFacts & { readonly auto: boolean; readonly released: boolean }
  /** `amount` is what was in escrow: the price, less what was refunded before. */
  'milestone.released': MilestoneFacts & {
    readonly clientFee: Minor
    readonly creatorFee: Minor
    readonly creatorReceives: Minor
    readonly availableAt: Instant
    /** The review window ended without an answer. */
    readonly auto: boolean
    /** The last milestone of its commission, which is completed with it. */
    readonly last: boolean
    /** The dispute that ended with all of it awarded to the creator. */
    readonly disputeId?: DisputeId
  }
  /**
   * A part of the escrow goes back to the client: `price` of the price, `refunded` with the client's fee. `remaining` of
   * the price stays in escrow.
   */
  'milestone.refund-requested': MilestoneFacts & {
    readonly refundId: RefundId
    readonly price: Minor
    readonly clientFee: Minor
    readonly creatorFee: Minor
    readonly refunded: Minor
    readonly remaining: Minor
    readonly reason: string
    /**
     * The client's claim after a notice, the end of the time in escrow, or a gift of the creator after the release. Missing when
     * the creator gave it before.
     */
    readonly cause?: 'claim' | 'escrow-limit' | 'after-release'
    /** After the release: what comes back from the creator's account at the provider, and what they owe from then on. */
    readonly reversed?: Minor
    readonly owed?: Minor
    /** The settlement that it belongs to, whose acceptance both sides signed. */
    readonly settlementId?: SettlementId
    /** The dispute that it ends. */
    readonly disputeId?: DisputeId
  }
  /** A settlement or a dispute released a part: `amount` of the price. `remaining` of the price stays in escrow. */
  'milestone.part-released': MilestoneFacts & {
    readonly settlementId?: SettlementId
    readonly disputeId?: DisputeId
    readonly releaseId: ReleaseId
    readonly clientFee: Minor
    readonly creatorFee: Minor
    readonly creatorReceives: Minor
    readonly availableAt: Instant
    readonly remaining: Minor
  }
  /** The whole escrow is back with the client. */
  'milestone.refunded': RefundFacts & {
    /** The last open milestone of its commission, which ends with it. */
    readonly last: boolean
  }
  'milestone.refund-failed': RefundFacts
  'milestone.refund-retried': RefundFacts
  /** The client's bank has taken the payment back for now: nothing of it moves until the bank decides. */
  'milestone.frozen': MilestoneFacts
  /** The bank decided for the creator; what the freeze stopped goes on. */
  'milestone.unfrozen': MilestoneFacts
  /** The bank decided for the client. `ended` if nothing was released, which ends the milestone. */
  'milestone.charged-back': MilestoneFacts & {
    readonly ended: boolean
    /** The last open milestone of its commission, which ends with it. */
    readonly last: boolean
  }
  /**
   * The bank decided for the client, about one of several payments: `price` of the price is lost, and the milestone goes on
   * with `remaining`.
   */
  'milestone.part-charged-back': MilestoneFacts & {
    readonly price: Minor
    readonly refunded: Minor
    readonly remaining: Minor
  }
  'milestone.cancelled': MilestoneFacts

  /** 2 days before the due date. */
  'milestone.due-reminded': MilestoneFacts & { readonly dueAt: Instant }
  'milestone.overdue': MilestoneFacts & { readonly dueAt: Instant; readonly refundRightAt: Instant }
  /** The client may give notice from now on. */
  'milestone.refund-right-began': MilestoneFacts & { readonly dueAt: Instant }
  'milestone.extension-requested': MilestoneFacts & {
    readonly dueAt: Instant
    readonly newDueAt: Instant
    readonly reason: string
  }
  'milestone.extension-granted': MilestoneFacts & { readonly newDueAt: Instant }
  'milestone.extension-declined': MilestoneFacts & { readonly dueAt: Instant }
  /** The client moved it without a request. */
  'milestone.due-date-moved': MilestoneFacts & { readonly newDueAt: Instant }
  'milestone.notice-given': MilestoneFacts & { readonly noticeEndsAt: Instant }
  /** The notice ran out without a submission. */
  'milestone.notice-ended': MilestoneFacts
  /** 7 days before the escrow goes back because nothing was ever submitted. */
  'milestone.escrow-end-reminded': MilestoneFacts & { readonly escrowEndsAt: Instant }
  'milestone.round-added': MilestoneFacts & { readonly extraRounds: number }
  'milestone.round-requested': MilestoneFacts
  'settlement.proposed': SettlementFacts & { readonly reason: string; readonly expiresAt: Instant }
  /** The other side proposed this one in place of the former. */
  'settlement.countered': SettlementFacts & { readonly reason: string; readonly expiresAt: Instant }
  'settlement.accepted': SettlementFacts
  'settlement.declined': SettlementFacts & { readonly reason: string }
  'settlement.withdrawn': SettlementFacts
  'settlement.reminded': SettlementFacts & { readonly expiresAt: Instant }
  'settlement.expired': SettlementFacts
  'change-order.proposed': ChangeOrderFacts & { readonly reason: string; readonly expiresAt: Instant }
  /** The other side proposed this one in place of the former. */
  'change-order.countered': ChangeOrderFacts & { readonly reason: string; readonly expiresAt: Instant }
  /** `topUp` is what the client pays, in all, and until when, where the price of a funded milestone rises. */
  'change-order.accepted': ChangeOrderFacts & {
    readonly topUp?: { readonly charged: Minor; readonly currency: Currency; readonly expiresAt: Instant }
  }
  'change-order.declined': ChangeOrderFacts & { readonly reason: string }
  'change-order.withdrawn': ChangeOrderFacts
  'change-order.reminded': ChangeOrderFacts & { readonly expiresAt: Instant }
  'change-order.expired': ChangeOrderFacts
  /** A signed change order raises the price of a funded milestone, which stays as it was until the client has paid. */
  'top-up.requested': TopUpFacts
  /** `expiresAt` is that of the attempt. */
  'top-up.payment-started': TopUpFacts & { readonly chargeId: ChargeId }
  'top-up.payment-failed': TopUpFacts & { readonly chargeId: ChargeId; readonly reason: string }
  /** The milestone has its new terms. */
  'top-up.paid': TopUpFacts & { readonly chargeId: ChargeId }
  'top-up.reminded': TopUpFacts
  /** The milestone stays as it was. */
  'top-up.expired': TopUpFacts

  'dispute.opened': DisputeFacts & { readonly reason: string; readonly answerBy: Instant }
  /** A day before the time to answer ends. */
  'dispute.answer-reminded': DisputeFacts & { readonly answerBy: Instant }
  'dispute.answered': DisputeFacts
  /** The time to answer is over, in silence. */
  'dispute.unanswered': DisputeFacts & { readonly mediationEndsAt: Instant }
  /** No agreement in time: an admin decides. */
  'dispute.mediation-ended': DisputeFacts & { readonly decideBy: Instant }
  'dispute.terms-offered': DisputeTermsFacts & { readonly reason: string }
  'dispute.terms-declined': DisputeTermsFacts
  'dispute.settled': DisputeTermsFacts
  'dispute.withdrawn': DisputeFacts
  /** An admin decided; `reason` goes to both sides. Nothing moves before the time for a review is over. */
  'dispute.decided': DisputeFacts & DisputeShares & { readonly reason: string; readonly reviewUntil: Instant }
  'dispute.review-asked': DisputeFacts & {
    readonly by: 'client' | 'creator'
    readonly reason: string
    readonly decideBy: Instant
  }
  /** `isLast` when both have waived it, so that the decision takes effect. */
  'dispute.review-waived': DisputeFacts & {
    readonly by: 'client' | 'creator'
    readonly isLast: boolean
    readonly reviewUntil: Instant
  }
  /** A day before the time for a review ends. */
  'dispute.review-reminded': DisputeFacts & {
    readonly waivedBy: readonly ('client' | 'creator')[]
    readonly reviewUntil: Instant
  }
  /** An admin decided above the limit, and a second one has to confirm it; the two sides are not notified. */
  'dispute.decision-proposed': DisputeFacts
  /** It was dropped or has expired. */
  'dispute.decision-dropped': DisputeFacts
  /** The decision moved the money; `isReviewOverdue` if a review was asked for and not decided in time. */
  'dispute.took-effect': DisputeFacts & DisputeShares & { readonly isReviewOverdue: boolean }
  /** A second admin confirmed the decision or replaced it, and the money moved. */
  'dispute.review-decided': DisputeFacts & DisputeShares & { readonly reason: string; readonly isConfirmed: boolean }
  /** The charge was charged back, which the bank decides. */
  'dispute.closed': DisputeFacts
}

export type CommissionEventType = keyof CommissionEvents

/** Any commission event with its data, or the one of the given type. */
export type CommissionEvent<T extends CommissionEventType = CommissionEventType> = {
  [K in T]: { readonly type: K; readonly data: CommissionEvents[K] }
}[T]
