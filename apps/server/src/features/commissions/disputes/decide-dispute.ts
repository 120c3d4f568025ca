import {
  type AdminDispute,
  type DecideDisputeBody,
  type PendingDecisionBody,
} from '@veranda/contract/commissions/disputes/schemas.ts'
import {
  type AdminInput,
  decideDispute as decide,
  decideReview as review,
} from '@veranda/core/commissions/disputes/dispute-decision.ts'
import { type Dispute } from '@veranda/core/commissions/disputes/dispute.ts'
import {
  confirmDecision as confirm,
  dropDecision as drop,
  proposeDecision,
} from '@veranda/core/commissions/disputes/pending-decision.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { minor } from '@veranda/core/money/money.ts'
import { needsSecondAdmin } from '@veranda/core/money/second-admin-limit.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { steppedUpUntil } from '../../../platform/access/step-up.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { lockDispute, type LockedDispute, saveDispute } from './dispute.repository.ts'
import { carryOutEnd, newPartIds } from './end-dispute.ts'
import { readDisputeAsAdmin } from './read-dispute.ts'

type AdminContext = CommandContext & { readonly request: RequestInfo }

/**
 * Decides a dispute for an admin once its mediation is over, with the reason that both sides read. The decision takes
 * effect after the time for a review; above the limit a second admin has to confirm it first. Refuses dispute.not-found,
 * dispute.own (not-allowed) to an admin who is one of the two, and what the core refuses.
 */
export async function decideDispute(
  ctx: AdminContext,
  id: string,
  body: DecideDisputeBody,
): Promise<Result<AdminDispute>> {
  const locked = await lockDisputeForAdmin(ctx, id, body)
  if (!locked.ok) return locked
  const { input, at } = locked.value
  if (needsSecond(ctx, locked.value)) return propose(ctx, locked.value, body)
  const decided = decide(locked.value, input, at)
  if (!decided.ok) return decided
  const { next, event } = decided.value
  await saveDispute(ctx.tx, next, at)
  // The two read that an admin decided, and not who.
  await appendCommissionEvent(ctx.tx, event, { actor: null, at })
  await recordDecision(ctx, 'dispute.decided-by-admin', locked.value.dispute, next, body)
  return readDisputeAsAdmin(ctx, id)
}

/**
 * Decides the review of a decision for another admin, with the reason that both sides read; the money moves at once. Refuses
 * what `decideDispute` refuses, and dispute.same-admin (not-allowed) to the admin who decided.
 */
export async function decideReview(
  ctx: AdminContext,
  id: string,
  body: DecideDisputeBody,
): Promise<Result<AdminDispute>> {
  const locked = await lockDisputeForAdmin(ctx, id, body)
  if (!locked.ok) return locked
  const { input, at } = locked.value
  if (needsSecond(ctx, locked.value)) return propose(ctx, locked.value, body)
  const decided = review(locked.value, input, at)
  if (!decided.ok) return decided
  await carryOutEnd(ctx.tx, locked.value, decided.value, input, { actor: null, at }, body.reason)
  await recordDecision(ctx, 'dispute.reviewed-by-admin', locked.value.dispute, decided.value.next, body)
  return readDisputeAsAdmin(ctx, id)
}

/** Confirms a pending decision, or that of a review, for another admin: it is made now. */
export async function confirmDecision(
  ctx: AdminContext,
  id: string,
  { reason, expected }: PendingDecisionBody,
): Promise<Result<AdminDispute>> {
  const locked = await lockDisputeForAdmin(ctx, id, { release: 0, refund: 0, reason, expected })
  if (!locked.ok) return locked
  const { input, at, dispute } = locked.value
  const confirmed = confirm(locked.value, input, at)
  if (!confirmed.ok) return confirmed
  const by = { actor: null, at }
  const { kind, decided } = confirmed.value
  if (kind === 'review') await carryOutEnd(ctx.tx, locked.value, decided, input, by, dispute.pending?.reason)
  else {
    await saveDispute(ctx.tx, decided.next, at)
    await appendCommissionEvent(ctx.tx, decided.event, by)
  }
  await recordDecision(ctx, 'dispute.decision-confirmed', dispute, decided.next, { ...dispute.pending, reason })
  return readDisputeAsAdmin(ctx, id)
}

/** Drops a pending decision for any admin, so that another can be made. */
export async function dropDecision(
  ctx: AdminContext,
  id: string,
  { reason, expected }: PendingDecisionBody,
): Promise<Result<AdminDispute>> {
  const locked = await lockDisputeForAdmin(ctx, id, { release: 0, refund: 0, reason, expected })
  if (!locked.ok) return locked
  const { at, dispute } = locked.value
  const dropped = drop(locked.value, 'admin', at, expected)
  if (!dropped.ok) return dropped
  await saveDispute(ctx.tx, dropped.value.next, at)
  await appendCommissionEvent(ctx.tx, dropped.value.event, { actor: null, at })
  await recordDecision(ctx, 'dispute.decision-dropped', dispute, dropped.value.next, { ...dispute.pending, reason })
  return readDisputeAsAdmin(ctx, id)
}

type Locked = LockedDispute & { readonly input: AdminInput; readonly at: Instant }

function needsSecond({ deps }: AdminContext, { dispute: { currency }, input: { release, refund } }: Locked): boolean {
  return needsSecondAdmin({ amount: minor(release + refund), currency }, deps.env.secondAdminLimit)
}

/** Stores a decision above the limit for a second admin. */
async function propose(ctx: AdminContext, locked: Locked, body: DecideDisputeBody): Promise<Result<AdminDispute>> {
  const { dispute, input, at } = locked
  const proposed = proposeDecision(locked, input, at)
  if (!proposed.ok) return proposed
  await saveDispute(ctx.tx, proposed.value.next, at)
  await appendCommissionEvent(ctx.tx, proposed.value.event, { actor: null, at })
  await recordDecision(ctx, 'dispute.decision-proposed', dispute, proposed.value.next, body)
  return readDisputeAsAdmin(ctx, dispute.id)
}

/** Locks a dispute for an admin who is none of the two, with what they decide. */
async function lockDisputeForAdmin(
  { tx, actor, deps, clock, request }: AdminContext,
  id: string,
  { release, refund, reason, expected }: DecideDisputeBody,
): Promise<Result<Locked>> {
  const locked = await lockDispute(tx, id)
  if (!locked) return refuse('dispute.not-found', 'not-found')
  const { clientId, creatorId } = locked.agreement
  if (actor.id === clientId || actor.id === creatorId) return refuse('dispute.own', 'not-allowed')
  const at = clock.now()
  const hasSteppedUp = (await steppedUpUntil(tx, { actor, cookieToken: request.cookieToken }, at)) !== undefined
  const shares = { release: minor(release), refund: minor(refund) }
  const input = { ...newPartIds(deps.ids), ...shares, by: asId<UserId>(actor.id), reason, expected, hasSteppedUp }
  return ok({ ...locked, input, at })
}

async function recordDecision(
  { tx, actor, clock, request }: AdminContext,
  action:
    | 'dispute.decided-by-admin'
    | 'dispute.reviewed-by-admin'
    | 'dispute.decision-proposed'
    | 'dispute.decision-confirmed'
    | 'dispute.decision-dropped',
  before: Dispute,
  after: Dispute,
  { release, refund, reason }: { release?: number; refund?: number; reason: string },
): Promise<void> {
  const { id, state, amount, decision } = before
  const decidedBefore = decision && { release: decision.release, refund: decision.refund }
  await recordAudit(tx, {
    action,
    userId: null,
    actorId: actor.id,
    at: clock.now(),
    request,
    data: {
      dispute: id,
      reason,
      before: { state, amount, ...decidedBefore },
      after: { state: after.state, release, refund },
    },
  })
}
