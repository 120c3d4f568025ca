import { type CommissionId, type PersonId } from '../ids.ts'
import { takeStep } from '../machine.ts'
import { answerWithin } from '../money/rates.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Instant, after } from '../time/instant.ts'
import { type CommissionState, commissionMachine } from './commission-states.ts'
import { type Commission, type Decision, type Project } from './deal.ts'
import { type CommissionEvent } from './events.ts'

/** States of a commission in which both sides still have business with each other. */
const running: readonly CommissionState[] = ['requested', 'offered', 'countered', 'accepted', 'active']

/**
 * A client asks a creator for an offer; it waits 14 days. Refuses commission.own-work (not-allowed),
 * commission.blocked (not-allowed), commission.creator-closed (conflict), commission.project-not-open (conflict) and
 * commission.already-requested (conflict) while another one of the two on this project is running.
 */
export function requestCommission(
  id: CommissionId,
  project: Project,
  clientId: PersonId,
  creator: {
    readonly id: PersonId
    readonly accepting: 'open' | 'waiting-list' | 'closed'
    /** Either has blocked the other. */
    readonly blocked: boolean
    /** States of their other commissions on this project. */
    readonly others: readonly CommissionState[]
  },
  now: Instant,
): Result<Decision<Commission, CommissionEvent<'commission.requested'>>> {
  const step = takeStep(commissionMachine, null, 'request', clientId === project.clientId ? 'client' : 'creator')
  if (!step.ok) return step
  if (creator.id === clientId) return refuse('commission.own-work', 'not-allowed')
  if (creator.blocked) return refuse('commission.blocked', 'not-allowed')
  if (creator.accepting === 'closed') return refuse('commission.creator-closed', 'conflict')
  if (project.state !== 'open' && project.state !== 'active') return refuse('commission.project-not-open', 'conflict')
  if (creator.others.some((state) => running.includes(state))) {
    return refuse('commission.already-requested', 'conflict', { detail: { state: 'requested' } })
  }
  const expiresAt = after(now, answerWithin)
  const people = { clientId, creatorId: creator.id }
  return ok({
    next: {
      id,
      projectId: project.id,
      ...people,
      state: 'requested',
      version: 1,
      current: null,
      former: null,
      expiresAt,
    },
    event: { type: 'commission.requested', data: { projectId: project.id, commissionId: id, ...people, expiresAt } },
  })
}
