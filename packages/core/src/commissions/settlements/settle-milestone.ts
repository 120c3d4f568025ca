import { type MilestoneId, type RefundId, type ReleaseId, type SettlementId } from '../../ids.ts'
import { allocateShares, type PricePart, type PriceShare, type Shares, split } from '../../money/fees.ts'
import { minor, type Minor } from '../../money/money.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { applyTransition } from '../../state-machine.ts'
import { after, type Instant } from '../../time/instant.ts'
import { type Agreement } from '../agreement.ts'
import { type CommissionEvent } from '../events.ts'
import { milestoneMachine } from '../milestones/milestone-states.ts'
import { cancelMilestone, fieldsOf, type Milestone, milestoneFacts, unallocatedPrice } from '../milestones/milestone.ts'
import { refundedOf } from '../milestones/refund.ts'

/** One milestone of a settlement, in the version of it that its author saw. */
export type SettlementLine = { readonly milestoneId: MilestoneId; readonly version: number } & (
  | ({ readonly kind: 'shares' } & Shares)
  /** The milestone is not funded, and never will be. */
  | { readonly kind: 'cancel' }
)

/** The shares of a milestone's escrow with their fees, and what is allocated together with them. */
export type Division = {
  readonly action: 'settle' | 'settle-part' | 'settle-refund'
  readonly released: PricePart
  readonly refunded: PricePart
  readonly allocated: PriceShare
}

/**
 * Divides the escrow of a milestone as a line says. Refuses milestone.frozen (conflict) after a chargeback,
 * settlement.not-in-escrow (conflict), settlement.amount-invalid (invalid, with `max`), and settlement.is-approval
 * (invalid) when all of it goes to the creator and nothing was refunded before.
 */
export function divideEscrow(
  milestone: Milestone,
  { rates }: Pick<Agreement, 'rates'>,
  { release, refund }: Shares,
  fieldOf: (name: string) => string,
): Result<Division> {
  const left = unallocatedPrice(milestone)
  const together = release + refund
  const action = together < left ? 'settle-part' : milestone.released + release > 0 ? 'settle' : 'settle-refund'
  const step = applyTransition(milestoneMachine, milestone, action, 'system')
  if (!step.ok) return step
  if (milestone.frozen) return refuse('milestone.frozen', 'conflict')
  const areAmounts = [release, refund].every((amount) => Number.isSafeInteger(amount) && amount >= 0)
  if (!areAmounts || together < 1 || together > left) {
    return refuse('settlement.amount-invalid', 'invalid', { field: fieldOf('release'), detail: { max: left } })
  }
  if (release === left && milestone.allocated.price === milestone.released) {
    return refuse('settlement.is-approval', 'invalid', { field: fieldOf('release') })
  }
  const { price, clientFee, creatorFee } = split(milestone.amount, rates)
  const allocation = { price, clientFee, creatorFee, allocated: milestone.allocated }
  const { released, refunded, allocation: next } = allocateShares(allocation, { release, refund })
  return ok({ action, released, refunded, allocated: next.allocated })
}

/** A milestone after a settlement: what the `release` and `refund_requested` transactions post, once. */
export type SettledMilestone = {
  readonly next: Milestone
  readonly released?: PricePart & { readonly releaseId: ReleaseId }
  readonly refunded?: PricePart & { readonly refundId: RefundId }
  readonly events: readonly CommissionEvent<
    'milestone.part-released' | 'milestone.refund-requested' | 'milestone.cancelled'
  >[]
}

type SettlementRef = {
  readonly settlementId: SettlementId
  readonly releaseId: ReleaseId
  readonly refundId: RefundId
  readonly reason: string
}

/**
 * Carries out one line of a settlement that both sides have signed; done by the system. What is left stays in escrow and
 * goes on as before. Refuses what `divideEscrow` and `cancelMilestone` refuse.
 */
export function settleMilestone(
  milestone: Milestone,
  agreement: Agreement,
  line: SettlementLine,
  { settlementId, releaseId, refundId, reason }: SettlementRef,
  now: Instant,
): Result<SettledMilestone> {
  if (line.kind === 'cancel') {
    const cancelled = cancelMilestone(milestone, agreement, 'system')
    return cancelled.ok ? ok({ next: cancelled.value.next, events: [cancelled.value.event] }) : cancelled
  }
  const divided = divideEscrow(milestone, agreement, line, (name) => name)
  if (!divided.ok) return divided
  const { action, released, refunded, allocated } = divided.value
  const fields = {
    allocated,
    released: minor(milestone.released + released.amount),
    version: milestone.version + 1,
  }
  const remaining = minor(milestone.amount - allocated.price)
  const facts = milestoneFacts(milestone, agreement)
  const { clientFee, creatorFee } = released
  return ok({
    next: nextAfter(action, milestone, fields, refundId),
    ...(released.amount > 0 && { released: { ...released, releaseId } }),
    ...(refunded.amount > 0 && { refunded: { ...refunded, refundId } }),
    events: [
      ...(released.amount > 0
        ? [
            {
              type: 'milestone.part-released' as const,
              data: {
                ...facts,
                settlementId,
                releaseId,
                amount: released.amount,
                clientFee,
                creatorFee,
                creatorReceives: receivedOf(released),
                availableAt: after(now, agreement.rates.payoutDelayMs),
                remaining,
              },
            },
          ]
        : []),
      ...(refunded.amount > 0
        ? [
            {
              type: 'milestone.refund-requested' as const,
              data: {
                ...facts,
                settlementId,
                refundId,
                price: refunded.amount,
                clientFee: refunded.clientFee,
                creatorFee: refunded.creatorFee,
                refunded: refundedOf(refunded),
                remaining,
                reason,
              },
            },
          ]
        : []),
    ],
  })
}

/** Returns what the creator receives of a released part: its price less their fee on it. */
export function receivedOf({ amount, creatorFee }: Pick<PricePart, 'amount' | 'creatorFee'>): Minor {
  return minor(amount - creatorFee)
}

function nextAfter(
  action: Division['action'],
  milestone: Milestone,
  fields: Pick<Milestone, 'allocated' | 'released' | 'version'>,
  refundId: RefundId,
): Milestone {
  switch (action) {
    case 'settle':
      return { ...fieldsOf(milestone), ...fields, state: 'split' }
    case 'settle-refund':
      return { ...fieldsOf(milestone), ...fields, state: 'refunding', refundId }
    case 'settle-part':
      return { ...milestone, ...fields }
  }
}
