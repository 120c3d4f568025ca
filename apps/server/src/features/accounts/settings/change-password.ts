import { type ChangePasswordBody } from '@veranda/contract/accounts/schemas.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { checkPassword } from '@veranda/core/accounts/password.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { type Db } from '../../../platform/db/database.ts'
import { transact } from '../../../platform/db/transact.ts'
import { endSessions } from '../end-sessions.ts'
import { commonPasswords, hashPassword, verifyPassword } from '../password.ts'
import { signInFailed } from '../sign-in-failures.ts'
import { findOpenUser } from '../user.repository.ts'

/**
 * Changes the caller's password and ends all their other sessions. Both hashes run before the transaction, which then
 * checks that the password is still the one that was verified.
 */
export async function changePassword(
  ctx: Omit<CommandContext, 'tx'> & { request: RequestInfo },
  body: ChangePasswordBody,
): Promise<Result<{ done: true }>> {
  const { actor, deps } = ctx
  const wrong = refuse('account.password-wrong', 'invalid', { field: 'current' })
  const user = await findOpenUser(deps.db, actor.id)
  const credential = await findCredential(deps.db, actor.id)
  if (!user || !credential?.password) return wrong
  const verified = await verifyPassword(credential.password, body.current)
  if (!verified.ok) return verified
  if (!verified.value) {
    deps.failureLog.record({
      action: signInFailed,
      reason: 'wrong-current-password',
      userId: actor.id,
      request: ctx.request,
    })
    return wrong
  }
  const checked = checkPassword(body.next, user, commonPasswords, 'next')
  if (!checked.ok) return checked
  const hashed = await hashPassword(body.next)
  if (!hashed.ok) return hashed
  const change = { from: credential.password, to: hashed.value }
  return transact(deps, async (tx) => ((await replacePassword({ ...ctx, tx }, change)) ? ok({ done: true }) : wrong))
}

async function findCredential(db: Db, userId: UserId): Promise<{ password: string | null } | undefined> {
  return db
    .selectFrom('credentials')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
}

/** Replaces one hash with another; returns false when the stored one has changed meanwhile. */
async function replacePassword(
  ctx: CommandContext & { request: RequestInfo },
  hashes: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const { tx, actor, deps, request } = ctx
  const now = deps.clock.now()
  const replaced = await tx
    .updateTable('credentials')
    .set({ password: hashes.to })
    .where('user_id', '=', actor.id)
    .where('provider_id', '=', 'credential')
    .where('password', '=', hashes.from)
    .executeTakeFirst()
  if (replaced.numUpdatedRows === 0n) return false
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
  return true
}
