import { type ChargeId } from '../../ids.ts'
import { type Party, applyTransition, stepFrom } from '../../state-machine.ts'
import { split } from '../../money/fees.ts'
import { type Minor } from '../../money/money.ts'
import { type Result, ok, refuse } from '../../result.ts'
import { type Instant, after, day } from '../../time/instant.ts'
import { type Agreement, type Decision } from '../agreement.ts'
import { type CommissionEvent } from '../events.ts'
import { unfundedClock } from './due-clock.ts'
import { type FundingMilestone, type Milestone, milestoneFacts } from './milestone.ts'
import { milestoneMachine } from './milestone-states.ts'

const isFunding = (milestone: Milestone): milestone is FundingMilestone => milestone.state === 'funding'

/**
 * Starts one payment attempt for price and client fee, which expires after 15 minutes. Refuses
 * milestone.commission-not-accepted (conflict), milestone.frozen (conflict), and milestone.due-too-far (conflict, with
 * `days`) when due date + review window lie more than 75 days ahead.
 */
export function fund(
  milestone: Milestone,
  agreement: Agreement,
  by: Party,
  input: { readonly chargeId: ChargeId; readonly expected: number },
  now: Instant,
): Result<Decision<Milestone, CommissionEvent<'milestone.funding-started'>>> {
  const step = applyTransition(milestoneMachine, milestone, 'fund', by, input.expected)
  if (!step.ok) return step
  if (agreement.commissionState !== 'accepted' && agreement.commissionState !== 'active') {
    return refuse('milestone.commission-not-accepted', 'conflict')
  }
  if (milestone.frozen) return refuse('milestone.frozen', 'conflict')
  if (milestone.dueAt + agreement.reviewWindowDays * day > now + agreement.rates.maxEscrowMs) {
    return refuse('milestone.due-too-far', 'conflict', { detail: { days: agreement.rates.maxEscrowMs / day } })
  }
  const { chargeId } = input
  const amount = split(milestone.amount, agreement.rates).clientPays
  const expiresAt = after(now, agreement.rates.checkoutMs)
  const attempt = { chargeId, amount, currency: milestone.currency, expiresAt }
  return ok({
    next: { ...milestone, state: 'funding', attempt, version: milestone.version + 1 },
    event: {
      type: 'milestone.funding-started',
      data: { ...milestoneFacts(milestone, agreement), chargeId, charged: amount, expiresAt },
    },
  })
}

/** A capture as reported by the payment provider. */
export type CapturedCharge = {
  readonly chargeId: ChargeId
  readonly amount: Minor
  readonly currency: string
  readonly at: Instant
}

/**
 * Funds the milestone with a capture that matches the running attempt exactly; done by the system. Refuses
 * payment.unapplied (conflict) for another attempt, amount or currency, or a capture after the attempt expired. Such
 * money is posted as `unapplied` and refunded.
 */
export function confirmFunding(
  milestone: Milestone,
  agreement: Agreement,
  captured: CapturedCharge,
): Result<Decision<Milestone, CommissionEvent<'milestone.funded'>>> {
  const step = stepFrom(milestoneMachine, milestone, isFunding, 'confirm-funding', 'system')
  if (!step.ok) return refuse('payment.unapplied', 'conflict')
  const { attempt, ...rest } = step.value
  const matches =
    attempt.chargeId === captured.chargeId &&
    attempt.amount === captured.amount &&
    attempt.currency === captured.currency &&
    captured.at <= attempt.expiresAt
  if (!matches) return refuse('payment.unapplied', 'conflict')
  return ok({
    next: {
      ...rest,
      state: 'funded',
      clock: { ...unfundedClock, fundedAt: captured.at },
      version: milestone.version + 1,
    },
    event: {
      type: 'milestone.funded',
      data: { ...milestoneFacts(milestone, agreement), chargeId: captured.chargeId, charged: captured.amount },
    },
  })
}

/**
 * Ends the running attempt without success, because the provider declined it or the 15 minutes passed; done by the
 * system. Refuses payment.other-attempt (conflict) for any other attempt, and milestone.too-early (conflict) for a
 * timer that fires too early.
 */
export function failFunding(
  milestone: Milestone,
  agreement: Agreement,
  input: { readonly chargeId: ChargeId; readonly reason: string },
  now: Instant,
): Result<Decision<Milestone, CommissionEvent<'milestone.funding-failed'>>> {
  const step = stepFrom(milestoneMachine, milestone, isFunding, 'fail-funding', 'system')
  if (!step.ok) return step
  const { attempt, ...rest } = step.value
  if (attempt.chargeId !== input.chargeId) return refuse('payment.other-attempt', 'conflict')
  if (input.reason === 'expired' && now < attempt.expiresAt) return refuse('milestone.too-early', 'conflict')
  const data = {
    ...milestoneFacts(milestone, agreement),
    chargeId: input.chargeId,
    charged: attempt.amount,
    reason: input.reason,
  }
  return ok({
    next: { ...rest, state: 'awaiting_funding', version: milestone.version + 1 },
    event: { type: 'milestone.funding-failed', data },
  })
}
