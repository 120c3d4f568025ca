import { type ChargeId, type DeliverableId, type MilestoneId } from '../ids.ts'
import { type Currency, type Minor } from '../money/money.ts'
import { type Instant } from '../time/instant.ts'
import { type Deal } from './deal.ts'
import { type MilestoneFacts } from './events.ts'
import { type MilestoneState } from './milestone-states.ts'

/** The running attempt to pay: exactly this charge, amount (fee included) and currency funds the milestone. */
export type Attempt = {
  readonly chargeId: ChargeId
  readonly amount: Minor
  readonly currency: Currency
  readonly expiresAt: Instant
}

/** The one version that is before the client. */
export type Submission = {
  readonly deliverableId: DeliverableId
  readonly hash: string
  readonly at: Instant
  readonly reviewEndsAt: Instant
}

/** A milestone as the rules see it: one row, with `attempt` and `submission` set in the states they belong to. */
export type Milestone = {
  readonly id: MilestoneId
  /** Place in the contract, from 1. */
  readonly number: number
  readonly title: string
  /** The price without fees. */
  readonly amount: Minor
  readonly currency: Currency
  readonly dueAt: Instant
  readonly state: MilestoneState
  readonly version: number
  /** Set while `funding`. */
  readonly attempt: Attempt | null
  /** Set while `submitted`, and kept from `approved` on. */
  readonly submission: Submission | null
  /** Review rounds used. */
  readonly round: number
  /** A chargeback blocks every movement of the money. */
  readonly frozen: boolean
}

/** What every event about a milestone says. */
export function factsOf(milestone: Milestone, deal: Deal): MilestoneFacts {
  return {
    projectId: deal.projectId,
    commissionId: deal.commissionId,
    clientId: deal.clientId,
    creatorId: deal.creatorId,
    milestoneId: milestone.id,
    title: milestone.title,
    amount: milestone.amount,
    currency: milestone.currency,
  }
}
