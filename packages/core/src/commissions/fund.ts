import { type ChargeId } from '../ids.ts'
import { type Party, takeStep } from '../machine.ts'
import { split } from '../money/fees.ts'
import { type Minor } from '../money/money.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Instant, after, day } from '../time/instant.ts'
import { type Deal, type Decision } from './deal.ts'
import { type CommissionEvent } from './events.ts'
import { type Milestone, factsOf } from './milestone.ts'
import { milestoneMachine } from './milestone-states.ts'

/**
 * The client starts one attempt to pay price and client fee; it gives up after 15 minutes. Refuses
 * milestone.commission-not-accepted (conflict), milestone.frozen (conflict), and milestone.due-too-far (conflict, with
 * `days`) when due date + review window lie more than 75 days ahead.
 */
export function fund(
  milestone: Milestone,
  deal: Deal,
  by: Party,
  input: { readonly chargeId: ChargeId; readonly expected: number },
  now: Instant,
): Result<Decision<Milestone, CommissionEvent<'milestone.funding-started'>>> {
  const step = takeStep(milestoneMachine, milestone, 'fund', by, input.expected)
  if (!step.ok) return step
  if (deal.commissionState !== 'accepted' && deal.commissionState !== 'active') {
    return refuse('milestone.commission-not-accepted', 'conflict')
  }
  if (milestone.frozen) return refuse('milestone.frozen', 'conflict')
  if (milestone.dueAt + deal.reviewWindowDays * day > now + deal.rates.heldAtMost) {
    return refuse('milestone.due-too-far', 'conflict', { detail: { days: deal.rates.heldAtMost / day } })
  }
  const { chargeId } = input
  const amount = split(milestone.amount, deal.rates).clientPays
  const expiresAt = after(now, deal.rates.checkout)
  const attempt = { chargeId, amount, currency: milestone.currency, expiresAt }
  return ok({
    next: { ...milestone, state: 'funding', attempt, version: milestone.version + 1 },
    event: {
      type: 'milestone.funding-started',
      data: { ...factsOf(milestone, deal), chargeId, charged: amount, expiresAt },
    },
  })
}

/** What the payment provider says it captured, and when. */
export type Captured = {
  readonly chargeId: ChargeId
  readonly amount: Minor
  readonly currency: string
  readonly at: Instant
}

/**
 * The system takes a capture that matches the running attempt to the unit. Refuses payment.unapplied (conflict) for any
 * other: another attempt, amount or currency, or captured after the attempt gave up. Such money is posted as T0 and
 * refunds itself.
 */
export function confirmFunding(
  milestone: Milestone,
  deal: Deal,
  captured: Captured,
): Result<Decision<Milestone, CommissionEvent<'milestone.funded'>>> {
  const step = takeStep(milestoneMachine, milestone, 'confirm-funding', 'system')
  const { attempt } = milestone
  const fits =
    step.ok &&
    attempt?.chargeId === captured.chargeId &&
    attempt.amount === captured.amount &&
    attempt.currency === captured.currency &&
    captured.at <= attempt.expiresAt
  if (!fits) return refuse('payment.unapplied', 'conflict')
  return ok({
    next: { ...milestone, state: 'funded', attempt: null, version: milestone.version + 1 },
    event: {
      type: 'milestone.funded',
      data: { ...factsOf(milestone, deal), chargeId: captured.chargeId, charged: captured.amount },
    },
  })
}

/**
 * The system ends the running attempt without success: the provider said no, or the 15 minutes passed. Refuses
 * payment.other-attempt (conflict) for any attempt but the running one, and milestone.too-early (conflict) for a timer
 * that fires too soon.
 */
export function failFunding(
  milestone: Milestone,
  deal: Deal,
  input: { readonly chargeId: ChargeId; readonly reason: string },
  now: Instant,
): Result<Decision<Milestone, CommissionEvent<'milestone.funding-failed'>>> {
  const step = takeStep(milestoneMachine, milestone, 'fail-funding', 'system')
  if (!step.ok) return step
  const { attempt } = milestone
  if (attempt?.chargeId !== input.chargeId) return refuse('payment.other-attempt', 'conflict')
  if (input.reason === 'expired' && now < attempt.expiresAt) return refuse('milestone.too-early', 'conflict')
  const data = {
    ...factsOf(milestone, deal),
    chargeId: input.chargeId,
    charged: attempt.amount,
    reason: input.reason,
  }
  return ok({
    next: { ...milestone, state: 'awaiting_funding', attempt: null, version: milestone.version + 1 },
    event: { type: 'milestone.funding-failed', data },
  })
}
