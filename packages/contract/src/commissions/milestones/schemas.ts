import { offeredMilestoneActions } from '@veranda/core/commissions/actions.ts'
import { openTopUpStates, topUpActions } from '@veranda/core/commissions/change-orders/top-up-states.ts'
import { disputeStates } from '@veranda/core/commissions/disputes/dispute-states.ts'
import { milestoneStates } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { maxExtensionReason } from '@veranda/core/commissions/milestones/due-date.ts'
import { maxRefundReason, refundCauses } from '@veranda/core/commissions/milestones/refund.ts'
import { refundActions, refundStates } from '@veranda/core/payments/refunds/refund.ts'
import * as z from 'zod/mini'
import { acceptanceLimits } from '../../assets/schemas.ts'
import { chargebackFlag, paymentAttempt } from '../../payments/charges/schemas.ts'
import { id, isoInstant, minorUnits, money, multilineText } from '../../shared-schemas.ts'
import { changeRound, deliverable } from '../deliverables/schemas.ts'
import { expected } from '../schemas.ts'

/** Where the milestone's money is, with the time of its next automatic move. */
const milestoneMoney = z.discriminatedUnion('place', [
  /** Until the payment attempt expires. */
  z.object({ place: z.literal('charging'), amount: money, movesAt: isoInstant }),
  /** It moves by itself only while a version is submitted, when that is approved automatically. */
  z.object({ place: z.literal('protected'), amount: money, movesAt: z.nullable(isoInstant) }),
  /** Until the payout delay ends. */
  z.object({ place: z.literal('pending'), amount: money, movesAt: isoInstant }),
  z.object({ place: z.literal('available'), amount: money, movesAt: z.null() }),
  /** The creator's share of what was released, while the client's bank reviews the payment. */
  z.object({ place: z.literal('frozen'), amount: money, movesAt: z.null() }),
])

/** A part of the escrow that goes back to the client: `price` of the price, and what it is for each side with its fee. */
const milestoneRefund = z.object({
  id,
  price: money,
  clientGets: money,
  creatorLoses: money,
  reason: z.string(),
  cause: z.enum(refundCauses),
  at: isoInstant,
  /** `failed` only for the client, whose card's bank refused it. */
  state: z.enum(refundStates),
  paidAt: z.nullable(isoInstant),
  /** Of the bank account that it goes to instead of the card; only for the client. */
  bankLast4: z.nullable(z.string()),
  actions: z.array(z.enum(refundActions)),
  /** Parts that go back over several charges; only for the client, and empty where there is one. */
  payments: z.array(
    z.object({
      id,
      amount: money,
      cardLast4: z.nullable(z.string()),
      state: z.enum(refundStates),
      bankLast4: z.nullable(z.string()),
      actions: z.array(z.enum(refundActions)),
    }),
  ),
})
export type MilestoneRefund = z.infer<typeof milestoneRefund>

/** A part of the escrow that a settlement released: `price` of the price, and what it is for each side with its fee. */
const milestoneRelease = z.object({
  /** Of its receipt, too. */
  id,
  price: money,
  clientPaid: money,
  creatorGets: money,
  at: isoInstant,
})

/** A payment that a signed change order asks for because the price rises: until it is paid the terms before are in force. */
const topUp = z.object({
  id,
  version: z.int(),
  state: z.enum(openTopUpStates),
  /** The rise of the price, the sum that is charged for it, and the price after. */
  price: money,
  clientPays: money,
  raised: money,
  expiresAt: isoInstant,
  /** The running or last payment attempt; only for the client. */
  charge: z.nullable(paymentAttempt),
  actions: z.array(z.enum(topUpActions)),
})
export type TopUp = z.infer<typeof topUp>

/** A price and both fees on it, in minor units of the milestone's currency. */
const priceShare = z.object({ price: minorUnits, clientFee: minorUnits, creatorFee: minorUnits })

const milestoneFields = {
  id,
  commissionId: id,
  number: z.int(),
  version: z.int(),
  title: z.string(),
  description: z.string(),
  /**
   * Without what was refunded, unless all of it was, and until the milestone has ended without what settlements released;
   * so are the next two.
   */
  price: money,
  clientPays: money,
  creatorReceives: money,
  refunds: z.array(milestoneRefund),
  releases: z.array(milestoneRelease),
  agreed: priceShare,
  /** The share of what was agreed that was refunded or released. */
  allocated: priceShare,
  /** Of a milestone that has ended by a release: what the creator gave back of it since, and until when they may. */
  returned: z.nullable(z.object({ released: priceShare, returned: priceShare, until: isoInstant })),
  dueAt: isoInstant,
  /** The state of the due clock, and until when the due date can still be moved. */
  due: z.object({
    isOverdue: z.boolean(),
    /** The latest due date whose review window ends within the time in escrow; null before the funding. */
    latestAt: z.nullable(isoInstant),
    /** When the client may give notice; null while the due date does not count. */
    refundRightAt: z.nullable(isoInstant),
    /** When the client may claim the escrow; null without a notice. */
    noticeEndsAt: z.nullable(isoInstant),
    /** The creator's open request for a later due date. */
    extension: z.nullable(z.object({ dueAt: isoInstant, reason: z.string(), at: isoInstant })),
    /** When the escrow goes back by itself unless a version is submitted; null once one was. */
    refundedAt: z.nullable(isoInstant),
  }),
  /** Null before funding, and once the money has left. */
  money: z.nullable(milestoneMoney),
  /** The running or last payment attempt; only for the client. */
  charge: z.nullable(paymentAttempt),
  chargeback: z.nullable(chargebackFlag),
  /** The top-up that waits for its payment. */
  topUp: z.nullable(topUp),
  round: z.int(),
  /** Agreed and added review rounds; the next two say how many were added, and whether the client asks for one. */
  rounds: z.int(),
  extraRounds: z.int(),
  roundRequested: z.boolean(),
  limits: z.nullable(acceptanceLimits),
  deliverables: z.array(deliverable),
  changes: z.array(changeRound),
  /** Latest first; a running one has no end. */
  disputes: z.array(
    z.object({
      id,
      state: z.enum(disputeStates),
      amount: money,
      openedAt: isoInstant,
      /** When a decision takes effect at the latest; null without one that has not. */
      takesEffectAt: z.nullable(isoInstant),
      endedAt: z.nullable(isoInstant),
    }),
  ),
  history: z.array(z.object({ state: z.enum(milestoneStates), at: isoInstant })),
  /** The steps that the viewer may take now. */
  actions: z.array(z.enum(offeredMilestoneActions)),
}

/** A milestone, with the fields of its state; those of other states are null. */
export const milestone = z.discriminatedUnion('state', [
  z.object({
    ...milestoneFields,
    state: z.enum([
      'draft',
      'awaiting_funding',
      'funding',
      'funded',
      'in_progress',
      'changes_requested',
      'disputed',
      'approved',
      'refunding',
      'refund_failed',
      'refunded',
      'split',
      'charged_back',
      'cancelled',
    ]),
    reviewEndsAt: z.null(),
    receiptUrl: z.null(),
  }),
  z.object({
    ...milestoneFields,
    state: z.literal('submitted'),
    /** When the newest version is approved automatically. */
    reviewEndsAt: isoInstant,
    receiptUrl: z.null(),
  }),
  z.object({
    ...milestoneFields,
    state: z.literal('released'),
    reviewEndsAt: z.null(),
    /** Page of the viewer's receipt. */
    receiptUrl: z.string(),
  }),
])
export type Milestone = z.infer<typeof milestone>

/** `amount` is a part of the price in escrow, in minor units; with its fees it goes back to the client. */
export const refundMilestoneBody = z.strictObject({
  amount: minorUnits,
  reason: multilineText(maxRefundReason, 0),
  expected,
})
export type RefundMilestoneBody = z.infer<typeof refundMilestoneBody>

export const moveDueDateBody = z.strictObject({ dueAt: isoInstant, expected })
export type MoveDueDateBody = z.infer<typeof moveDueDateBody>

export const requestExtensionBody = z.strictObject({
  dueAt: isoInstant,
  reason: multilineText(maxExtensionReason, 0),
  expected,
})
export type RequestExtensionBody = z.infer<typeof requestExtensionBody>

/** `method` is a payment method token from `GET /payments/methods`; card numbers never reach this server. */
export const fundMilestoneBody = z.strictObject({
  method: z.string().check(z.minLength(1), z.maxLength(100)),
  expected,
})
export type FundMilestoneBody = z.infer<typeof fundMilestoneBody>
