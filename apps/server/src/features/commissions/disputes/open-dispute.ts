import { type Dispute as DisputeView, type OpenDisputeBody } from '@veranda/contract/commissions/disputes/schemas.ts'
import { openDispute as decide } from '@veranda/core/commissions/disputes/dispute.ts'
import { asId, type DisputeId } from '@veranda/core/ids.ts'
import { disputeLock } from '@veranda/core/ledger/reversals.ts'
import { minor } from '@veranda/core/money/money.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { isChargedBack, lockMilestoneFor, saveMilestone } from '../milestones/milestone.repository.ts'
import { insertDispute } from './dispute.repository.ts'
import { freezeEvidence, insertEvidence } from './evidence.ts'
import { readDispute } from './read-dispute.ts'

/** Opens a dispute about a part of the escrow and locks that part (`dispute_lock`), once. */
export async function openDispute(
  ctx: CommandContext,
  milestoneId: string,
  body: OpenDisputeBody,
): Promise<Result<DisputeView>> {
  const { tx, deps } = ctx
  const locked = await lockMilestoneFor(ctx, milestoneId)
  if (!locked.ok) return locked
  const { agreement, party, by } = locked.value
  const frozen = locked.value.milestone.frozen || (await isChargedBack(tx, milestoneId))
  const milestone = { ...locked.value.milestone, frozen }
  const { amount, reason, wish, expected, ...named } = body
  const id = asId<DisputeId>(deps.ids.next())
  const shares = { release: minor(wish.release), refund: minor(wish.refund) }
  const input = { amount, reason, wish: shares, expected, holidays: deps.env.holidays }
  const decided = decide(id, milestone, agreement, party, input, by.at)
  if (!decided.ok) return decided
  const evidence = await freezeEvidence(ctx, locked.value, named)
  if (!evidence.ok) return evidence
  const { next, milestone: disputed, event } = decided.value
  await saveMilestone(tx, agreement, [disputed], by.at)
  await insertDispute(tx, next, by)
  await insertEvidence(ctx, id, party, evidence.value)
  const posted = await postTransaction(tx, {
    ...disputeLock({ escrow: milestone.id }, next.amount),
    cause: `dispute-lock:${id}`,
    currency: next.currency,
    at: by.at,
    projectId: agreement.projectId,
    milestoneId: milestone.id,
    parties: { client: agreement.clientId, creator: agreement.creatorId },
  })
  if (!posted.ok) throw new Error(`dispute locked twice: ${id}`)
  await appendCommissionEvent(tx, event, by)
  return readDispute(ctx, id)
}
