import { type RefundId } from '../../ids.ts'
import { type Minor, minor } from '../../money/money.ts'
import { type PricePart } from '../../money/fees.ts'
import { needsStepUp } from '../../money/step-up-threshold.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { applyTransition, type Party, stepFrom } from '../../state-machine.ts'
import { type Agreement, type Decision } from '../agreement.ts'
import { type CommissionEvent, type CommissionEvents } from '../events.ts'
import { milestoneMachine } from './milestone-states.ts'
import {
  allocateFrom,
  fieldsOf,
  type Milestone,
  milestoneFacts,
  type RefundingMilestone,
  unallocatedPrice,
} from './milestone.ts'

/** Longest reason that a refund is given with, in UTF-16 units. */
export const maxRefundReason = 2_000

/**
 * Gives a part of the escrow back to the client, for the creator: `amount` of the price in minor units, with its share of
 * both fees. What remains goes on as before; a refund of all of it ends the milestone once it is paid, or at once if a
 * settlement has released a part. `part` is what the `refund_requested` transaction posts, in the same database
 * transaction. `hasSteppedUp` is true after a recent step-up,
 * which amounts above the limit need. Refuses milestone.disputed (conflict) while a part is disputed, refund.amount-invalid (invalid, with
 * `max`), milestone.frozen (conflict) after a chargeback, and step-up.required (not-allowed).
 */
export function refund(
  milestone: Milestone,
  agreement: Agreement,
  by: Party,
  input: {
    readonly refundId: RefundId
    readonly amount: number
    readonly reason: string
    readonly expected: number
    readonly hasSteppedUp: boolean
  },
): Result<RefundDecision> {
  const { refundId, amount } = input
  const left = unallocatedPrice(milestone)
  const isWhole = amount === left
  const action = !isWhole ? 'refund-part' : milestone.released > 0 ? 'refund-rest' : 'refund'
  if (milestone.state === 'disputed') return refuse('milestone.disputed', 'conflict')
  const step = applyTransition(milestoneMachine, milestone, action, by, input.expected)
  if (!step.ok) return step
  if (milestone.frozen) return refuse('milestone.frozen', 'conflict')
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > left) {
    return refuse('refund.amount-invalid', 'invalid', { field: 'amount', detail: { max: left } })
  }
  const { currency } = milestone
  if (!input.hasSteppedUp && needsStepUp({ amount: minor(amount), currency })) {
    return refuse('step-up.required', 'not-allowed')
  }
  const about = { refundId, reason: input.reason.trim() }
  if (isWhole) return ok(refundWhole(milestone, agreement, about))
  const { part, allocated } = allocateFrom(milestone, agreement, minor(amount))
  const next = { ...milestone, allocated, version: milestone.version + 1 }
  return ok({ part, next, event: refundEvent(milestone, agreement, part, about) })
}

/** A refund with the part that the `refund_requested` transaction posts, in the same database transaction. */
export type RefundDecision = Decision<Milestone, CommissionEvent<'milestone.refund-requested'>> & {
  readonly part: PricePart
}

/**
 * Why money goes back: the creator gives it, the client claims it after a notice, its time in escrow is over, both have
 * signed a settlement, a dispute ends, the creator gives it back after its release, or the client's bank took one of several
 * payments back.
 */
export const refundCauses = [
  'creator',
  'claim',
  'escrow-limit',
  'settlement',
  'dispute',
  'after-release',
  'chargeback',
] as const
export type RefundCause = (typeof refundCauses)[number]

type RefundReason = Pick<CommissionEvents['milestone.refund-requested'], 'refundId' | 'reason' | 'cause'>

/**
 * Gives back all that is in escrow, after the caller has decided that it may go. The milestone is `refunding`, or `split` if
 * a settlement has released a part.
 */
export function refundWhole(milestone: Milestone, agreement: Agreement, about: RefundReason): RefundDecision {
  const { part, allocated } = allocateFrom(milestone, agreement, unallocatedPrice(milestone))
  const fields = { ...fieldsOf(milestone), allocated, version: milestone.version + 1 }
  const next: Milestone =
    milestone.released > 0 ? { ...fields, state: 'split' } : { ...fields, state: 'refunding', refundId: about.refundId }
  return { part, next, event: refundEvent(milestone, agreement, part, about) }
}

/** Returns the event of a part that goes back. */
export function refundEvent(
  milestone: Milestone,
  agreement: Agreement,
  part: PricePart,
  about: RefundReason,
): CommissionEvent<'milestone.refund-requested'> {
  return {
    type: 'milestone.refund-requested',
    data: {
      ...milestoneFacts(milestone, agreement),
      ...about,
      price: part.amount,
      clientFee: part.clientFee,
      creatorFee: part.creatorFee,
      refunded: refundedOf(part),
      remaining: minor(unallocatedPrice(milestone) - part.amount),
    },
  }
}

/** Returns what the client gets back with a part: its price and their fee on it. */
export function refundedOf({ amount, clientFee }: Pick<PricePart, 'amount' | 'clientFee'>): Minor {
  return minor(amount + clientFee)
}

/** A refund as payments reports it: `refunded` is what the client gets back. */
export type ReportedRefund = { readonly refundId: RefundId; readonly refunded: Minor }

const isRefunding = (milestone: Milestone): milestone is RefundingMilestone =>
  milestone.state === 'refunding' || milestone.state === 'refund_failed'

/**
 * Ends the milestone when the refund of its whole escrow was paid; done by the system. The caller sets `last` once it has
 * read the other milestones. Refuses refund.other (conflict) for any other refund.
 */
export function confirmRefund(
  milestone: Milestone,
  agreement: Agreement,
  reported: ReportedRefund,
): Result<Decision<Milestone, CommissionEvent<'milestone.refunded'>>> {
  const step = refundStep(milestone, 'confirm-refund', reported)
  if (!step.ok) return step
  const { refundId: _ended, ...rest } = step.value
  return ok({
    next: { ...rest, state: 'refunded', version: milestone.version + 1 },
    event: { type: 'milestone.refunded', data: { ...milestoneFacts(milestone, agreement), ...reported, last: false } },
  })
}

/** Notes that the refund of the whole escrow failed; done by the system. Refuses refund.other (conflict). */
export function failRefund(
  milestone: Milestone,
  agreement: Agreement,
  reported: ReportedRefund,
): Result<Decision<Milestone, CommissionEvent<'milestone.refund-failed'>>> {
  const step = refundStep(milestone, 'fail-refund', reported)
  if (!step.ok) return step
  return ok({
    next: { ...step.value, state: 'refund_failed', version: milestone.version + 1 },
    event: { type: 'milestone.refund-failed', data: { ...milestoneFacts(milestone, agreement), ...reported } },
  })
}

/** Notes that a failed refund of the whole escrow is sent again; done by the system. Refuses refund.other (conflict). */
export function retryRefund(
  milestone: Milestone,
  agreement: Agreement,
  reported: ReportedRefund,
): Result<Decision<Milestone, CommissionEvent<'milestone.refund-retried'>>> {
  const step = refundStep(milestone, 'retry-refund', reported)
  if (!step.ok) return step
  return ok({
    next: { ...step.value, state: 'refunding', version: milestone.version + 1 },
    event: { type: 'milestone.refund-retried', data: { ...milestoneFacts(milestone, agreement), ...reported } },
  })
}

function refundStep(
  milestone: Milestone,
  action: 'confirm-refund' | 'fail-refund' | 'retry-refund',
  { refundId }: ReportedRefund,
): Result<RefundingMilestone> {
  const step = stepFrom(milestoneMachine, milestone, isRefunding, action, 'system')
  if (!step.ok) return step
  return step.value.refundId === refundId ? step : refuse('refund.other', 'conflict')
}
