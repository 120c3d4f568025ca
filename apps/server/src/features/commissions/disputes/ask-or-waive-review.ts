import { type AskReviewBody, type Dispute as DisputeView } from '@veranda/contract/commissions/disputes/schemas.ts'
import { type ExpectedBody } from '@veranda/contract/commissions/schemas.ts'
import {
  askReview as ask,
  isReviewWaived,
  takeEffect,
  waiveReview as waive,
} from '@veranda/core/commissions/disputes/dispute-decision.ts'
import { type IdGenerator } from '@veranda/core/ids.ts'
import { type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { lockDisputeFor, type LockedDispute, saveDispute } from './dispute.repository.ts'
import { carryOutEnd, newPartIds } from './end-dispute.ts'
import { readDispute } from './read-dispute.ts'

/** Asks for the review of a decision by a second admin on behalf of either side. */
export async function askReview(ctx: CommandContext, id: string, body: AskReviewBody): Promise<Result<DisputeView>> {
  const locked = await lockDisputeFor(ctx, id)
  if (!locked.ok) return locked
  const { party, by } = locked.value
  const decided = ask(locked.value, party, body, by.at)
  if (!decided.ok) return decided
  await saveDispute(ctx.tx, decided.value.next, by.at)
  await appendCommissionEvent(ctx.tx, decided.value.event, by)
  return readDispute(ctx, id)
}

/** Waives a review on behalf of either side; the decision takes effect at once when the other has waived it before. */
export async function waiveReview(ctx: CommandContext, id: string, body: ExpectedBody): Promise<Result<DisputeView>> {
  const locked = await lockDisputeFor(ctx, id)
  if (!locked.ok) return locked
  const { party, by } = locked.value
  const decided = waive(locked.value, party, body, by.at)
  if (!decided.ok) return decided
  const { next, event } = decided.value
  await saveDispute(ctx.tx, next, by.at)
  await appendCommissionEvent(ctx.tx, event, by)
  if (isReviewWaived(next)) await carryOutDecision(ctx.tx, ctx.deps.ids, { ...locked.value, dispute: next }, by.at)
  return readDispute(ctx, id)
}

/** Lets a decision take effect if its time has come: the money moves and the milestone goes on or ends. */
export async function carryOutDecision(tx: Tx, ids: IdGenerator, locked: LockedDispute, at: Instant): Promise<void> {
  const partIds = newPartIds(ids)
  const ended = takeEffect(locked, partIds, at)
  if (!ended.ok) return
  await carryOutEnd(tx, locked, ended.value, partIds, { actor: null, at }, locked.dispute.decision?.reason)
}
