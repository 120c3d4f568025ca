import { type UserId } from '../../ids.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { after, day, type Instant, type Milliseconds } from '../../time/instant.ts'
import { type Decision } from '../agreement.ts'
import { type CommissionEvent } from '../events.ts'
import { type PendingDecision } from './admin-decision.ts'
import { type AdminInput, decideDispute, decideReview, hasDecided } from './dispute-decision.ts'
import {
  disputeActionsFor,
  type Dispute,
  type Disputed,
  type DisputeEnd,
  disputeFacts,
  endWith,
  type PartIds,
  stepOn,
} from './dispute.ts'
import { type DisputeAction } from './dispute-states.ts'

/** A decision that waits for a second admin expires after this time, in milliseconds. */
export const pendingDecisionMs: Milliseconds = 7 * day

/**
 * Proposes a decision, or the decision of a review, to a second admin; nothing changes for the two sides. Refuses
 * dispute.not-deciding (conflict), dispute.stale (conflict), dispute.decision-pending (conflict), dispute.same-admin
 * (not-allowed) to one who cannot review, step-up.required (not-allowed), and what `endDispute` refuses.
 */
export function proposeDecision(
  disputed: Disputed,
  input: AdminInput,
  now: Instant,
): Result<Decision<Dispute, CommissionEvent<'dispute.decision-proposed'>>> {
  const { dispute, milestone, agreement } = disputed
  const step = stepOn(dispute, 'propose-decision', 'admin', input.expected)
  if (!step.ok) return step
  if (dispute.pending) return refuse('dispute.decision-pending', 'conflict')
  const { release, refund, by } = input
  if (dispute.decision && hasDecided(dispute.decision, by)) return refuse('dispute.same-admin', 'not-allowed')
  if (!input.hasSteppedUp) return refuse('step-up.required', 'not-allowed')
  const event = { type: 'dispute.decision-proposed', data: disputeFacts(dispute, milestone, agreement) } as const
  const reason = input.reason.trim()
  const end = endWith(disputed, step.value, { release, refund }, { ...input, reason }, event, now)
  if (!end.ok) return end
  const pending = { by, release, refund, reason, at: now, expiresAt: after(now, pendingDecisionMs) }
  return ok({ next: { ...step.value, pending }, event })
}

/** A confirmed decision: the first one, which can be reviewed, or that of a review, which ends the dispute. */
export type ConfirmedDecision =
  | { readonly kind: 'decision'; readonly decided: Decision<Dispute, CommissionEvent<'dispute.decided'>> }
  | { readonly kind: 'review'; readonly decided: DisputeEnd<'dispute.review-decided'> }

/**
 * Confirms a pending decision for another admin, as if its author had decided now. Refuses dispute.no-decision-pending
 * (conflict) also once it has expired, dispute.stale (conflict), dispute.same-admin (not-allowed) to its author and to those
 * who cannot review, step-up.required (not-allowed), and what the decision itself is refused for.
 */
export function confirmDecision(
  disputed: Disputed,
  input: PartIds & { readonly by: UserId; readonly expected: number; readonly hasSteppedUp: boolean },
  now: Instant,
): Result<ConfirmedDecision> {
  const { dispute } = disputed
  const step = stepOn(dispute, 'confirm-decision', 'admin', input.expected)
  if (!step.ok) return step
  const { pending, decision } = dispute
  if (!pending || now >= pending.expiresAt) return refuse('dispute.no-decision-pending', 'conflict')
  const { by: confirmedBy, hasSteppedUp, expected, ...partIds } = input
  const isBarred = confirmedBy === pending.by || (decision !== null && hasDecided(decision, confirmedBy))
  if (isBarred) return refuse('dispute.same-admin', 'not-allowed')
  const { by, release, refund, reason } = pending
  const made = { ...partIds, by, confirmedBy, release, refund, reason, expected, hasSteppedUp }
  const free = { ...disputed, dispute: { ...dispute, pending: null } }
  if (dispute.state === 'deciding') {
    const decided = decideDispute(free, made, now)
    return decided.ok ? ok({ kind: 'decision', decided: decided.value }) : decided
  }
  const decided = decideReview(free, made, now)
  return decided.ok ? ok({ kind: 'review', decided: decided.value }) : decided
}

/**
 * Drops a pending decision, for any admin or once it has expired, after which another can be made. Refuses
 * dispute.no-decision-pending (conflict), dispute.stale (conflict), and dispute.too-early (conflict) to the system.
 */
export function dropDecision(
  { dispute, milestone, agreement }: Disputed,
  by: 'admin' | 'system',
  now: Instant,
  expected?: number,
): Result<Decision<Dispute, CommissionEvent<'dispute.decision-dropped'>>> {
  const step = stepOn(dispute, 'drop-decision', by, expected)
  if (!step.ok) return step
  const { pending } = dispute
  if (!pending) return refuse('dispute.no-decision-pending', 'conflict')
  if (by === 'system' && now < pending.expiresAt) return refuse('dispute.too-early', 'conflict')
  const event = { type: 'dispute.decision-dropped', data: disputeFacts(dispute, milestone, agreement) } as const
  return ok({ next: { ...step.value, pending: null }, event })
}

/** Returns the steps of one admin on a dispute: a pending decision is confirmed or dropped before another is made. */
export function adminActionsOn(
  dispute: Parameters<typeof disputeActionsFor>[0] & {
    readonly decision: Pick<NonNullable<Dispute['decision']>, 'by' | 'confirmedBy' | 'waivedBy'> | null
    readonly pending: Pick<PendingDecision, 'by'> | null
  },
  admin: UserId,
): DisputeAction[] {
  const { pending, decision } = dispute
  const isBarred = decision !== null && hasDecided(decision, admin)
  return disputeActionsFor(dispute, 'admin').filter((action) => {
    switch (action) {
      case 'confirm-decision':
        return pending !== null && pending.by !== admin && !isBarred
      case 'drop-decision':
        return pending !== null
      case 'propose-decision':
        // Chosen by the sum when an admin decides.
        return false
      default:
        return pending === null && !isBarred
    }
  })
}
