import { type CommissionId, type UserId } from '../../ids.ts'
import { applyTransition, type Party, stepFrom } from '../../state-machine.ts'
import { answerDeadlineMs, type Rates } from '../../money/rates.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { after, type Instant } from '../../time/instant.ts'
import { commissionMachine, type CommissionState, isOpenCommission } from './commission-states.ts'
import {
  type AcceptedCommission,
  type AgreedCommission,
  type Commission,
  type Decision,
  type EndedCommission,
  type NegotiatedCommission,
  type OfferRef,
  type Project,
  type RequestedCommission,
  versionsOf,
} from '../agreement.ts'
import { type CommissionEvent, type CommissionFacts } from '../events.ts'
import { hasReleasedWork, isTerminal, type MilestoneState } from '../milestones/milestone-states.ts'
import { projectMachine } from '../projects/project-states.ts'

type CommissionDecision<Next extends Commission, T extends CommissionEvent['type']> = Result<
  Decision<Next, CommissionEvent<T>>
>

const isAccepted = (commission: Commission): commission is AcceptedCommission => commission.state === 'accepted'
const isActive = (commission: Commission): commission is AgreedCommission => commission.state === 'active'

/** Returns whether the two sides are still negotiating, so that each may end it. */
export function isNegotiated(commission: Commission): commission is NegotiatedCommission {
  const { state } = commission
  return state === 'requested' || state === 'offered' || state === 'countered'
}

function canExpire(commission: Commission): commission is NegotiatedCommission | AcceptedCommission {
  return isNegotiated(commission) || isAccepted(commission)
}

/** Activates an accepted commission with its first funded milestone; done by the system. */
export function activateCommission(commission: Commission): CommissionDecision<AgreedCommission, 'commission.active'> {
  const step = stepFrom(commissionMachine, commission, isAccepted, 'activate', 'system')
  if (!step.ok) return step
  const { current, former } = step.value
  return ok({
    next: { ...nextFieldsOf(commission), state: 'active', current, former },
    event: { type: 'commission.active', data: commissionFacts(commission) },
  })
}

/** Puts another version of the contract in force, which both sides have signed; done by the system. */
export function amendCommission(
  commission: Commission,
  current: OfferRef,
): Result<{ readonly next: AgreedCommission }> {
  const step = stepFrom(commissionMachine, commission, isActive, 'amend', 'system')
  if (!step.ok) return step
  return ok({ next: { ...step.value, version: commission.version + 1, current, former: step.value.current } })
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
): CommissionDecision<EndedCommission, 'commission.expired'> {
  const step = stepFrom(commissionMachine, commission, canExpire, 'expire', 'system')
  if (!step.ok) return step
  if (!isExpired(step.value, now)) return refuse('commission.too-early', 'conflict')
  if (milestones.includes('funding')) return refuse('commission.payment-in-progress', 'conflict')
  const phases = { requested: 'request', offered: 'offer', countered: 'counter-offer', accepted: 'funding' } as const
  return ok({
    next: endedAs('expired', step.value),
    event: {
      type: 'commission.expired',
      data: { ...commissionFacts(commission), during: phases[step.value.state] },
    },
  })
}

/**
 * Ends an active commission when all milestones have ended: completed, which opens the reviews, or cancelled if nothing
 * was released. Done by the system. Refuses commission.milestones-open (conflict).
 */
export function endCommission(
  commission: Commission,
  milestones: readonly MilestoneState[],
  rates: Rates,
  now: Instant,
): CommissionDecision<AgreedCommission, 'commission.completed' | 'commission.cancelled'> {
  const nothingReleased = !milestones.some(hasReleasedWork)
  const step = stepFrom(commissionMachine, commission, isActive, nothingReleased ? 'close' : 'complete', 'system')
  if (!step.ok) return step
  if (!milestones.every(isTerminal)) return refuse('commission.milestones-open', 'conflict')
  const data = commissionFacts(commission)
  const version = commission.version + 1
  if (nothingReleased) {
    return ok({ next: { ...step.value, state: 'cancelled', version }, event: { type: 'commission.cancelled', data } })
  }
  return ok({
    next: { ...step.value, state: 'completed', version },
    event: { type: 'commission.completed', data: { ...data, reviewsCloseAt: after(now, rates.reviewsOpenMs) } },
  })
}

/** Returns the data that every commission event carries. */
export function commissionFacts(commission: Commission): CommissionFacts {
  const { projectId, clientId, creatorId } = commission
  return { projectId, commissionId: commission.id, clientId, creatorId }
}

/** Returns whether the time to answer, or after acceptance to fund, is over. The timer may expire it a little later. */
export function isExpired({ expiresAt }: { readonly expiresAt: Instant }, now: Instant): boolean {
  return now >= expiresAt
}

function endedAs(
  state: EndedCommission['state'],
  commission: NegotiatedCommission | AcceptedCommission,
): EndedCommission {
  return { ...nextFieldsOf(commission), state, versions: versionsOf(commission) }
}

/** Returns the fields that every state has, with the next version, for a step to a state without the present fields. */
function nextFieldsOf({ id, projectId, clientId, creatorId, version }: Commission) {
  return { id, projectId, clientId, creatorId, version: version + 1 }
}

/** A creator as far as it decides who may request an offer from them. */
export type CreatorForRequests = { readonly id: UserId; readonly accepting: 'open' | 'waiting-list' | 'closed' }

/**
 * Checks whether a user may request an offer from a creator, whatever the project. Error codes: commission.own-project
 * (not-allowed) and commission.creator-closed (conflict).
 */
export function checkRequestTo(creator: CreatorForRequests, clientId: UserId): Result<null> {
  if (creator.id === clientId) return refuse('commission.own-project', 'not-allowed')
  return takesRequests(creator) ? ok(null) : refuse('commission.creator-closed', 'conflict')
}

/** Returns whether a creator takes requests at all. */
export function takesRequests({ accepting }: Pick<CreatorForRequests, 'accepting'>): boolean {
  return accepting !== 'closed'
}

/**
 * Requests an offer from a creator; the request expires after 14 days. Refuses commission.own-project (not-allowed),
 * commission.creator-closed (conflict), commission.project-not-open (conflict) and
 * commission.already-requested (conflict) while the two have another open commission on this project.
 */
export function requestCommission(
  id: CommissionId,
  project: Project,
  clientId: UserId,
  creator: CreatorForRequests & {
    /** States of the creator's other commissions on this project. */
    readonly others: readonly CommissionState[]
  },
  now: Instant,
): CommissionDecision<RequestedCommission, 'commission.requested'> {
  const by = clientId === project.clientId ? 'client' : 'creator'
  const step = applyTransition(commissionMachine, null, 'request', by)
  if (!step.ok) return step
  const projectStep = applyTransition(projectMachine, project, 'request-offer', by)
  if (!projectStep.ok) return projectStep
  const allowed = checkRequestTo(creator, clientId)
  if (!allowed.ok) return allowed
  if (creator.others.some(isOpenCommission)) {
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
): CommissionDecision<EndedCommission, 'commission.declined'> {
  const step = stepFrom(commissionMachine, commission, isNegotiated, 'decline', by, input.expected)
  if (!step.ok) return step
  const data = {
    ...commissionFacts(commission),
    by: by === 'client' ? by : ('creator' as const),
    reason: input.reason.trim(),
  }
  return ok({
    next: endedAs('declined', step.value),
    event: { type: 'commission.declined', data },
  })
}

/** Withdraws the request, offer or counter-offer for its author. The reason may be empty. */
export function withdraw(
  commission: Commission,
  by: Party,
  input: { readonly reason: string; readonly expected: number },
): CommissionDecision<EndedCommission, 'commission.withdrawn'> {
  const step = stepFrom(commissionMachine, commission, isNegotiated, 'withdraw', by, input.expected)
  if (!step.ok) return step
  const data = {
    ...commissionFacts(commission),
    by: by === 'client' ? by : ('creator' as const),
    reason: input.reason.trim(),
  }
  return ok({
    next: endedAs('withdrawn', step.value),
    event: { type: 'commission.withdrawn', data },
  })
}
