import {
  type BookingId,
  type ChargeId,
  type CommissionId,
  type MilestoneId,
  type PayoutId,
  type PersonId,
  type ProjectId,
} from '../ids.ts'
import { type Currency, type Minor } from '../money/money.ts'
import { type Instant } from '../time/instant.ts'

type Charged = {
  readonly chargeId: ChargeId
  readonly clientId: PersonId
  readonly amount: Minor
  readonly currency: Currency
}
export type MilestoneCharge = Charged & {
  readonly projectId: ProjectId
  readonly commissionId: CommissionId
  readonly milestoneId: MilestoneId
  readonly bookingId?: never
}
export type BookingCharge = Charged & {
  readonly bookingId: BookingId
  readonly projectId?: never
  readonly commissionId?: never
  readonly milestoneId?: never
}

/** A charge of a milestone or of a booking. `amount` is what the client pays, fee included, in minor units. */
export type ChargeFacts = MilestoneCharge | BookingCharge

/** What money is about, as far as a balance or a payout hold is concerned. */
type Earned =
  | { readonly projectId: ProjectId; readonly milestoneId: MilestoneId; readonly bookingId?: never }
  | { readonly bookingId: BookingId; readonly projectId?: never; readonly milestoneId?: never }

export type PayoutFacts = {
  readonly payoutId: PayoutId
  readonly creatorId: PersonId
  readonly amount: Minor
  readonly currency: Currency
}

/** Every event of charges, payouts and the money between them, with its data. */
export type PaymentEvents = {
  'charge.created': ChargeFacts & { readonly method: string }
  'charge.confirmation-needed': ChargeFacts
  /** The card can be charged, and is not yet. `at` is when the provider authorised it. */
  'charge.authorised': ChargeFacts & { readonly at: Instant }
  /** The card was let go without anything taken. */
  'charge.voided': ChargeFacts
  /** `at` is when the provider captured it, which may be before it told us. */
  'charge.captured': ChargeFacts & { readonly at: Instant }
  'charge.failed': ChargeFacts & { readonly reason: string }
  'charge.expired': ChargeFacts
  /** Captured money, or an authorised card, that fits no open attempt; it refunds itself, or the card is let go. */
  'charge.unapplied': ChargeFacts
  'charge.settled': ChargeFacts & { readonly processorFee: Minor }
  'charge.refunded': ChargeFacts & { readonly refunded: Minor }
  'charge.charged-back': ChargeFacts & { readonly creatorId: PersonId }
  /** Released money has become available for payout. */
  'earnings.available': Earned & {
    readonly creatorId: PersonId
    readonly title: string
    readonly amount: Minor
    readonly currency: Currency
  }
  'payout.requested': PayoutFacts
  'payout.sent': PayoutFacts
  'payout.paid': PayoutFacts
  'payout.failed': PayoutFacts & { readonly reason: string }
  'payout.returned': PayoutFacts & { readonly reason: string }
}

export type PaymentEventType = keyof PaymentEvents
export type PaymentEvent<T extends PaymentEventType = PaymentEventType> = {
  [K in T]: { readonly type: K; readonly data: PaymentEvents[K] }
}[T]
