import {
  type BookingId,
  type ChargeId,
  type CommissionId,
  type MilestoneId,
  type PayoutId,
  type RefundId,
  type UserId,
  type ProjectId,
} from '../ids.ts'
import { type Currency, type Minor } from '../money/money.ts'
import { type Instant } from '../time/instant.ts'

type CommonChargeFacts = {
  readonly chargeId: ChargeId
  readonly clientId: UserId
  readonly amount: Minor
  readonly currency: Currency
}
export type MilestoneCharge = CommonChargeFacts & {
  readonly projectId: ProjectId
  readonly commissionId: CommissionId
  readonly milestoneId: MilestoneId
  readonly bookingId?: never
}
export type BookingCharge = CommonChargeFacts & {
  readonly bookingId: BookingId
  readonly projectId?: never
  readonly commissionId?: never
  readonly milestoneId?: never
}

/** A charge of a milestone or of a booking. `amount` is what the client pays, fee included, in minor units. */
export type ChargeFacts = MilestoneCharge | BookingCharge

/** The subject of earnings, for balances and payout delays. */
type EarningsSubject =
  | { readonly projectId: ProjectId; readonly milestoneId: MilestoneId; readonly bookingId?: never }
  | { readonly bookingId: BookingId; readonly projectId?: never; readonly milestoneId?: never }

/** A payout of a part of what is available to a creator. `amount` is in minor units. */
export type Payout = {
  readonly payoutId: PayoutId
  readonly creatorId: UserId
  readonly amount: Minor
  readonly currency: Currency
}

/** Every event of charges, payouts and earnings, with its data. */
export type PaymentEvents = {
  'charge.created': ChargeFacts & { readonly method: string }
  'charge.confirmation-needed': ChargeFacts
  /** The card is authorised and not captured yet. `at` is when the provider authorised it. */
  'charge.authorised': ChargeFacts & { readonly at: Instant }
  /** The authorisation was released without a capture. */
  'charge.voided': ChargeFacts
  /** `at` is when the provider captured it, which may be before its webhook. */
  'charge.captured': ChargeFacts & { readonly at: Instant }
  'charge.failed': ChargeFacts & { readonly reason: string }
  'charge.expired': ChargeFacts
  /**
   * Captured money or an authorisation that fits no open attempt; the money is refunded automatically, the card is
   * voided.
   */
  'charge.unapplied': ChargeFacts
  'charge.settled': ChargeFacts & { readonly processorFee: Minor }
  /** `refundId` is that of a milestone's refund; other refunds have none. */
  'charge.refunded': ChargeFacts & { readonly refunded: Minor; readonly refundId?: RefundId }
  /** The card's bank refused a refund. It is sent again at `retryAt`; without one it waits for the client. */
  'charge.refund-failed': ChargeFacts & {
    readonly refundId: RefundId
    readonly refunded: Minor
    readonly reason: string
    readonly retryAt?: Instant
  }
  'charge.refund-retried': ChargeFacts & {
    readonly refundId: RefundId
    readonly refunded: Minor
    /** Not by the timer, nor by the client themselves; absent in events from before admins could. */
    readonly byAdmin?: boolean
  }
  'charge.charged-back': ChargeFacts & { readonly creatorId: UserId }
  /** The bank decided for the creator: the payment is back, and what was frozen of it is free. */
  'charge.chargeback-won': ChargeFacts & { readonly creatorId: UserId }
  /** The bank decided for the client. `owed` is what the creator owes from now on, in minor units. */
  'charge.chargeback-lost': ChargeFacts & {
    readonly creatorId: UserId
    readonly owed: Minor
    /** Parts of the escrow and of the client's fee on it that were lost; absent in events from before there were several charges. */
    readonly escrow?: Minor
    readonly deferredFee?: Minor
  }
  /** Released money has become available for payout. */
  'earnings.available': EarningsSubject & {
    readonly creatorId: UserId
    readonly title: string
    readonly amount: Minor
    readonly currency: Currency
    /** The debt of the creator that they paid first, besides `amount`; absent if nothing. */
    readonly repaid?: Minor
  }
  'payout.requested': Payout
  'payout.sent': Payout
  'payout.paid': Payout
  'payout.failed': Payout & { readonly reason: string }
  'payout.returned': Payout & { readonly reason: string }
}

export type PaymentEventType = keyof PaymentEvents
export type PaymentEvent<T extends PaymentEventType = PaymentEventType> = {
  [K in T]: { readonly type: K; readonly data: PaymentEvents[K] }
}[T]
