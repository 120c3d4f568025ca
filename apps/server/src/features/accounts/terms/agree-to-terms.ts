import { type Account } from '@veranda/contract/accounts/settings/schemas.ts'
import { type AgreeToTermsBody } from '@veranda/contract/accounts/terms/schemas.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { toAccountDto } from '../user.presenter.ts'
import { findOpenUser } from '../user.repository.ts'

/**
 * Records that the caller agrees to the terms in force; agreeing again changes nothing. Refuses account.terms-outdated
 * (conflict) for any other version than that.
 */
export async function agreeToTerms(
  { tx, actor, deps, request }: CommandContext & { readonly request: RequestInfo },
  { version }: AgreeToTermsBody,
): Promise<Result<Account>> {
  if (version !== currentTermsVersion) return refuse('account.terms-outdated', 'conflict', { field: 'version' })
  const now = deps.clock.now()
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ terms_version: version, terms_at: new Date(now), updated_at: new Date(now) })
    .where('id', '=', actor.id)
    .where('terms_version', '<', version)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) {
    const event = { type: 'account.changed', data: { userId: actor.id, fields: ['terms'] } } satisfies AccountEvent
    await appendEvent(tx, { ...event, subject: { kind: 'user', id: actor.id }, actor: actor.id, at: now })
    const facts = { userId: actor.id, actorId: actor.id, at: now, request, data: { version } }
    await recordAudit(tx, { action: 'account.terms-accepted', ...facts })
  }
  const user = await findOpenUser(tx, actor.id)
  return user ? ok(await toAccountDto(tx, user, actor)) : refuse('account.not-found', 'not-found')
}
