import { type AnswerConsentBody, type WorkConsent } from '@veranda/contract/talent/consents/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { applyTransition } from '@veranda/core/state-machine.ts'
import { type WorkConsentAnswer, workConsentMachine } from '@veranda/core/talent/consents/work-consent.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendConsentEvent } from './consent-events.ts'
import { findWorkConsents } from './list-work-consents.ts'

const eventOf = {
  grant: 'work-consent.granted',
  decline: 'work-consent.declined',
  withdraw: 'work-consent.withdrawn',
} as const satisfies Record<WorkConsentAnswer, string>

/** Saves a client's answer to a creator's question; the item appears in public or goes at once. */
export async function answerWorkConsent(
  { tx, actor, deps }: CommandContext,
  id: string,
  { answer, expected }: AnswerConsentBody,
): Promise<Result<WorkConsent>> {
  const row = await tx
    .selectFrom('work_consents')
    .selectAll()
    .where('id', '=', id)
    .where('client_id', '=', actor.id)
    .forUpdate()
    .executeTakeFirst()
  const [consent] = row ? await findWorkConsents(tx, actor.id, id) : []
  if (!row || !consent) return refuse('work-consent.not-found', 'not-found')
  const decided = applyTransition(workConsentMachine, row, answer, 'client', expected)
  if (!decided.ok) return decided
  const now = deps.clock.now()
  const version = row.version + 1
  await tx
    .updateTable('work_consents')
    .set({ state: decided.value, version, answered_at: new Date(now) })
    .where('id', '=', id)
    .execute()
  const cause = { actor: actor.id, at: now }
  await appendConsentEvent(tx, eventOf[answer], { ...row, version, title: consent.title }, cause)
  const data = { consentId: id, creatorId: row.creator_id }
  await recordAudit(tx, { action: eventOf[answer], userId: actor.id, actorId: actor.id, at: now, data })
  const [answered] = await findWorkConsents(tx, actor.id, id)
  return answered ? ok(answered) : refuse('work-consent.not-found', 'not-found')
}
