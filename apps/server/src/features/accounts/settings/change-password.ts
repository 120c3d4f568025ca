import { type ChangePasswordBody } from '@veranda/contract/accounts/schemas.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { checkPassword } from '@veranda/core/accounts/password.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { endSessions } from '../end-sessions.ts'
import { commonPasswords, hashPassword, verifyPassword } from '../password.ts'
import { findOpenUser } from '../user.repository.ts'

/** Changes the caller's password and ends all their other sessions. */
export async function changePassword(
  ctx: CommandContext & { request: RequestInfo },
  body: ChangePasswordBody,
): Promise<Result<{ done: true }>> {
  const { tx, actor, deps, request } = ctx
  const credential = await tx
    .selectFrom('credentials')
    .select(['id', 'password'])
    .where('user_id', '=', actor.id)
    .where('provider_id', '=', 'credential')
    .forUpdate()
    .executeTakeFirst()
  const user = await findOpenUser(tx, actor.id)
  if (!user || !credential?.password || !(await verifyPassword(credential.password, body.current))) {
    return refuse('account.password-wrong', 'invalid', { field: 'current' })
  }
  const checked = checkPassword(body.next, user, commonPasswords, 'next')
  if (!checked.ok) return checked
  const now = deps.clock.now()
  await tx
    .updateTable('credentials')
    .set({ password: await hashPassword(body.next) })
    .where('id', '=', credential.id)
    .execute()
  const otherSessions = await tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', actor.id)
    .where('id', '<>', actor.sessionId)
    .execute()
  const toEnd = { userId: actor.id, sessionIds: otherSessions.map(({ id }) => id), at: now, request }
  const endedSessions = await endSessions(tx, 'account.session-ended', toEnd)
  const event = { type: 'account.password-changed', data: { userId: actor.id, endedSessions } } satisfies AccountEvent
  await appendEvent(tx, { ...event, subject: { kind: 'user', id: actor.id }, actor: actor.id, at: now })
  await recordAudit(tx, { action: event.type, userId: actor.id, actorId: actor.id, at: now, request })
  return ok({ done: true })
}
