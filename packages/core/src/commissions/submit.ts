import { type Party, takeStep } from '../machine.ts'
import { type Refused, type Result, ok, refuse } from '../result.ts'
import { type Instant, after, day } from '../time/instant.ts'
import { type LimitName } from '../works/limits.ts'
import { type Deal, type Decision } from './deal.ts'
import { type Deliverable, type NamedVersion, checkNamed } from './deliverable.ts'
import { type CommissionEvent } from './events.ts'
import { type Milestone, factsOf } from './milestone.ts'
import { milestoneMachine } from './milestone-states.ts'

/**
 * The creator puts one version before the client, by id and hash; the review window starts anew. `ready` says that its
 * files passed their checks, `unmet` names the agreed limits that it does not keep. Refuses deliverable.other-version
 * (conflict), deliverable.already-reviewed (conflict) for a version that was sent back or approved,
 * deliverable.not-ready (conflict) and deliverable.limits-not-met (conflict).
 */
export function submit(
  milestone: Milestone,
  deal: Deal,
  by: Party,
  input: NamedVersion & { readonly expected: number },
  deliverable: Deliverable & { readonly ready: boolean; readonly unmet?: readonly LimitName[] },
  now: Instant,
): Result<Decision<Milestone, CommissionEvent<'milestone.submitted'>>> {
  const step = takeStep(milestoneMachine, milestone, 'submit', by, input.expected)
  if (!step.ok) return step
  const named = checkNamed(input, { deliverableId: deliverable.id, hash: deliverable.hash })
  if (!named.ok) return named
  if (deliverable.milestoneId !== milestone.id) return refuse('deliverable.other-version', 'conflict')
  if (deliverable.state !== 'draft' && deliverable.state !== 'withdrawn') {
    return refuse('deliverable.already-reviewed', 'conflict')
  }
  if (!deliverable.ready) return refuse('deliverable.not-ready', 'conflict')
  const { unmet = [] } = deliverable
  if (unmet.length > 0) return unmetRefusal(unmet)
  const reviewEndsAt = after(now, deal.reviewWindowDays * day)
  return ok({
    next: {
      ...milestone,
      state: 'submitted',
      submission: { ...named.value, at: now, reviewEndsAt },
      version: milestone.version + 1,
    },
    event: { type: 'milestone.submitted', data: { ...factsOf(milestone, deal), ...named.value, reviewEndsAt } },
  })
}

/** That a version does not keep these of the agreed limits: deliverable.limits-not-met (conflict). */
export function unmetRefusal(unmet: readonly LimitName[]): Refused {
  return refuse('deliverable.limits-not-met', 'conflict', { detail: { limits: unmet.join(', ') } })
}
