import { type CommissionId, type UserId } from '../../ids.ts'
import { applyTransition, type Party } from '../../state-machine.ts'
import { answerDeadlineMs, type Rates } from '../../money/rates.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { after, type Instant } from '../../time/instant.ts'
import { commissionMachine, type CommissionState } from './commission-states.ts'
import { type Commission, type Decision, type Project } from '../agreement.ts'
import { type CommissionEvent, type CommissionFacts } from '../events.ts'
import { isTerminal, type MilestoneState } from '../milestones/milestone-states.ts'
import { projectMachine } from '../projects/project-states.ts'

type CommissionTransition<
  T extends 'commission.active' | 'commission.expired' | 'commission.completed' | 'commission.cancelled',
> = Result<Decision<Commission, CommissionEvent<T>>>

/** Activates an accepted commission with its first funded milestone; done by the system. */
export function activateCommission(commission: Commission): CommissionTransition<'commission.active'> {
  const step = applyTransition(commissionMachine, commission, 'activate', 'system')
  if (!step.ok) return step
  return ok({
    next: withChange(commission, { state: 'active', expiresAt: null }),
    event: { type: 'commission.active', data: commissionFacts(commission) },
  })
}

/**
 * Expires a request, an offer or an unfunded acceptance; its open milestones are cancelled with it. Done by the system.
 * Refuses commission.too-early (conflict), and commission.payment-in-progress (conflict) while a milestone is in
 * `funding`.
 */
export function expireCommission(
  commission: Commission,
  milestones: readonly MilestoneState[],
  now: Instant,
): CommissionTransition<'commission.expired'> {
  const step = applyTransition(commissionMachine, commission, 'expire', 'system')
  if (!step.ok) return step
  if (commission.expiresAt === null || now < commission.expiresAt) return refuse('commission.too-early', 'conflict')
  if (milestones.includes('funding')) return refuse('commission.payment-in-progress', 'conflict')
  const phases = { requested: 'request', offered: 'offer', countered: 'counter-offer' } as const
  // The state table lets only these three and `accepted` expire.
  const phase = commission.state === 'accepted' ? 'funding' : phases[commission.state as keyof typeof phases]
  return ok({
    next: withChange(commission, { state: 'expired', expiresAt: null }),
    event: { type: 'commission.expired', data: { ...commissionFacts(commission), during: phase } },
  })
}

/**
 * Ends an active commission when all milestones have ended: completed, which opens the reviews, or cancelled if every
 * milestone was cancelled. Done by the system. Refuses commission.milestones-open (conflict).
 */
export function endCommission(
  commission: Commission,
  milestones: readonly MilestoneState[],
  rates: Rates,
  now: Instant,
): CommissionTransition<'commission.completed' | 'commission.cancelled'> {
  const allCancelled = milestones.every((state) => state === 'cancelled')
  const step = applyTransition(commissionMachine, commission, allCancelled ? 'close' : 'complete', 'system')
  if (!step.ok) return step
  if (!milestones.every(isTerminal)) return refuse('commission.milestones-open', 'conflict')
  const data = commissionFacts(commission)
  if (allCancelled) {
    return ok({ next: withChange(commission, { state: 'cancelled' }), event: { type: 'commission.cancelled', data } })
  }
  return ok({
    next: withChange(commission, { state: 'completed' }),
    event: { type: 'commission.completed', data: { ...data, reviewsCloseAt: after(now, rates.reviewsOpenMs) } },
  })
}

/** Returns the data that every commission event carries. */
export function commissionFacts(commission: Commission): CommissionFacts {
  const { projectId, clientId, creatorId } = commission
  return { projectId, commissionId: commission.id, clientId, creatorId }
}

/** Returns whether the time to answer, or after acceptance to fund, is over. The timer may expire it a little later. */
export function isExpired({ expiresAt }: Pick<Commission, 'expiresAt'>, now: Instant): boolean {
  return expiresAt !== null && now >= expiresAt
}

/** Returns the commission with a change and the next version number. */
export function withChange(commission: Commission, change: Partial<Omit<Commission, 'id' | 'version'>>): Commission {
  return { ...commission, ...change, version: commission.version + 1 }
}

/** States in which a commission is still open. */
const openStates: readonly CommissionState[] = ['requested', 'offered', 'countered', 'accepted', 'active']

/**
 * Requests an offer from a creator; the request expires after 14 days. Refuses commission.own-project (not-allowed),
 * commission.blocked (not-allowed), commission.creator-closed (conflict), commission.project-not-open (conflict) and
 * commission.already-requested (conflict) while the two have another open commission on this project.
 */
export function requestCommission(
  id: CommissionId,
  project: Project,
  clientId: UserId,
  creator: {
    readonly id: UserId
    readonly accepting: 'open' | 'waiting-list' | 'closed'
    /** True if either has blocked the other. */
    readonly blocked: boolean
    /** States of the creator's other commissions on this project. */
    readonly others: readonly CommissionState[]
  },
  now: Instant,
): Result<Decision<Commission, CommissionEvent<'commission.requested'>>> {
  const by = clientId === project.clientId ? 'client' : 'creator'
  const step = applyTransition(commissionMachine, null, 'request', by)
  if (!step.ok) return step
  const projectStep = applyTransition(projectMachine, project, 'request-offer', by)
  if (!projectStep.ok) return projectStep
  if (creator.id === clientId) return refuse('commission.own-project', 'not-allowed')
  if (creator.blocked) return refuse('commission.blocked', 'not-allowed')
  if (creator.accepting === 'closed') return refuse('commission.creator-closed', 'conflict')
  if (creator.others.some((state) => openStates.includes(state))) {
    return refuse('commission.already-requested', 'conflict', { detail: { state: 'requested' } })
  }
  const expiresAt = after(now, answerDeadlineMs)
  const parties = { clientId, creatorId: creator.id }
  return ok({
    next: {
      id,
      projectId: project.id,
      ...parties,
      state: 'requested',
      version: 1,
      current: null,
      former: null,
      expiresAt,
    },
    event: { type: 'commission.requested', data: { projectId: project.id, commissionId: id, ...parties, expiresAt } },
  })
}

/** Declines the request, offer or counter-offer for its recipient. The reason may be empty. */
export function decline(
  commission: Commission,
  by: Party,
  input: { readonly reason: string; readonly expected: number },
): Result<Decision<Commission, CommissionEvent<'commission.declined'>>> {
  const step = applyTransition(commissionMachine, commission, 'decline', by, input.expected)
  if (!step.ok) return step
  const data = {
    ...commissionFacts(commission),
    by: by === 'client' ? by : ('creator' as const),
    reason: input.reason.trim(),
  }
  return ok({
    next: withChange(commission, { state: 'declined', expiresAt: null }),
    event: { type: 'commission.declined', data },
  })
}

/** Withdraws the request, offer or counter-offer for its author. The reason may be empty. */
export function withdraw(
  commission: Commission,
  by: Party,
  input: { readonly reason: string; readonly expected: number },
): Result<Decision<Commission, CommissionEvent<'commission.withdrawn'>>> {
  const step = applyTransition(commissionMachine, commission, 'withdraw', by, input.expected)
  if (!step.ok) return step
  const data = {
    ...commissionFacts(commission),
    by: by === 'client' ? by : ('creator' as const),
    reason: input.reason.trim(),
  }
  return ok({
    next: withChange(commission, { state: 'withdrawn', expiresAt: null }),
    event: { type: 'commission.withdrawn', data },
  })
}
