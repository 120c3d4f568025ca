import { takeStep } from '../machine.ts'
import { type Rates } from '../money/rates.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Instant, after } from '../time/instant.ts'
import { changed, commissionFacts } from './commission-facts.ts'
import { commissionMachine } from './commission-states.ts'
import { type Commission, type Decision } from './deal.ts'
import { type CommissionEvent } from './events.ts'
import { type MilestoneState, isTerminal } from './milestone-states.ts'

type Closed<T extends 'commission.active' | 'commission.expired' | 'commission.completed' | 'commission.cancelled'> =
  Result<Decision<Commission, CommissionEvent<T>>>

/** The system makes an accepted commission active with its first funded milestone. */
export function activateCommission(commission: Commission): Closed<'commission.active'> {
  const step = takeStep(commissionMachine, commission, 'activate', 'system')
  if (!step.ok) return step
  return ok({
    next: changed(commission, { state: 'active', expiresAt: null }),
    event: { type: 'commission.active', data: commissionFacts(commission) },
  })
}

/**
 * The system lets a request, an offer or an unfunded acceptance lapse; its open milestones are cancelled with it.
 * Refuses commission.too-early (conflict), and commission.payment-running (conflict) while a milestone is in `funding`.
 */
export function expireCommission(
  commission: Commission,
  milestones: readonly MilestoneState[],
  now: Instant,
): Closed<'commission.expired'> {
  const step = takeStep(commissionMachine, commission, 'expire', 'system')
  if (!step.ok) return step
  if (commission.expiresAt === null || now < commission.expiresAt) return refuse('commission.too-early', 'conflict')
  if (milestones.includes('funding')) return refuse('commission.payment-running', 'conflict')
  const during = { requested: 'request', offered: 'offer', countered: 'counter-offer' } as const
  // The table lets only these three and `accepted` expire.
  const former = commission.state === 'accepted' ? 'funding' : during[commission.state as keyof typeof during]
  return ok({
    next: changed(commission, { state: 'expired', expiresAt: null }),
    event: { type: 'commission.expired', data: { ...commissionFacts(commission), during: former } },
  })
}

/**
 * The system ends an active commission when all its milestones are over: completed, which opens the reviews, or
 * cancelled when every one was cancelled. Refuses commission.work-left (conflict).
 */
export function endCommission(
  commission: Commission,
  milestones: readonly MilestoneState[],
  rates: Rates,
  now: Instant,
): Closed<'commission.completed' | 'commission.cancelled'> {
  const allCancelled = milestones.every((state) => state === 'cancelled')
  const step = takeStep(commissionMachine, commission, allCancelled ? 'close' : 'complete', 'system')
  if (!step.ok) return step
  if (!milestones.every(isTerminal)) return refuse('commission.work-left', 'conflict')
  const data = commissionFacts(commission)
  if (allCancelled) {
    return ok({ next: changed(commission, { state: 'cancelled' }), event: { type: 'commission.cancelled', data } })
  }
  return ok({
    next: changed(commission, { state: 'completed' }),
    event: { type: 'commission.completed', data: { ...data, reviewsCloseAt: after(now, rates.reviewsOpen) } },
  })
}
