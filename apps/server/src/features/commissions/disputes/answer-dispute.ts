import { type AnswerDisputeBody, type Dispute as DisputeView } from '@veranda/contract/commissions/disputes/schemas.ts'
import { answerDispute as decide } from '@veranda/core/commissions/disputes/dispute.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { lockDisputeFor, saveDispute } from './dispute.repository.ts'
import { freezeEvidence, insertEvidence } from './evidence.ts'
import { readDispute } from './read-dispute.ts'

/** Stores the answer of the other side with its own evidence. */
export async function answerDispute(
  ctx: CommandContext,
  id: string,
  { expected, ...named }: AnswerDisputeBody,
): Promise<Result<DisputeView>> {
  const locked = await lockDisputeFor(ctx, id)
  if (!locked.ok) return locked
  const { party, by, dispute } = locked.value
  const decided = decide(locked.value, party, { expected })
  if (!decided.ok) return decided
  const evidence = await freezeEvidence(ctx, locked.value, named)
  if (!evidence.ok) return evidence
  await insertEvidence(ctx, dispute.id, party, evidence.value)
  await saveDispute(ctx.tx, decided.value.next, by.at)
  await appendCommissionEvent(ctx.tx, decided.value.event, by)
  return readDispute(ctx, id)
}
