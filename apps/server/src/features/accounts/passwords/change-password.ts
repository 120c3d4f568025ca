import { type ChangePasswordBody } from '@veranda/contract/accounts/passwords/schemas.ts'
import { checkPassword } from '@veranda/core/accounts/passwords/password.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { type Db } from '../../../platform/db/database.ts'
import { transact } from '../../../platform/db/transact.ts'
import { commonPasswords, hashPassword, verifyPassword } from './password.ts'
import { replacePassword } from './replace-password.ts'
import { signInFailed } from '../sign-in/sign-in-failures.ts'
import { requireStepUp } from '../step-up/require-step-up.ts'
import { findOpenUser, type UserRow } from '../user.repository.ts'

/**
 * Changes the caller's password, or adds one, and ends all their other sessions. Both hashes run before the transaction, which then
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
  if (user && !credential?.password) return addPassword(ctx, user, body.next)
  if (!user || !credential?.password || body.current === undefined) return wrong
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
  const { id: userId, sessionId: keepSessionId } = actor
  const change = { userId, actorId: userId, from: credential.password, to: hashed.value, keepSessionId }
  return transact(deps, async (tx) => ((await replacePassword({ ...ctx, tx }, change)) ? ok({ done: true }) : wrong))
}

/**
 * Adds a password for a user who has none and has just reauthenticated. Refuses step-up.required, and
 * account.email-missing: without an address there is nothing to enter it with.
 */
async function addPassword(
  ctx: Omit<CommandContext, 'tx'> & { request: RequestInfo },
  user: UserRow,
  next: string,
): Promise<Result<{ done: true }>> {
  const { actor, deps } = ctx
  if (user.email === null) return refuse('account.email-missing', 'not-allowed')
  const checked = checkPassword(next, user, commonPasswords, 'next')
  if (!checked.ok) return checked
  const hashed = await hashPassword(next)
  if (!hashed.ok) return hashed
  const { id: userId, sessionId: keepSessionId } = actor
  const change = { userId, actorId: userId, from: null, to: hashed.value, keepSessionId }
  return transact(deps, async (tx) => {
    const confirmed = await requireStepUp({ ...ctx, tx }, 'any')
    if (!confirmed.ok) return confirmed
    return (await replacePassword({ ...ctx, tx }, change))
      ? ok({ done: true })
      : refuse('account.password-wrong', 'invalid', { field: 'current' })
  })
}

async function findCredential(db: Db, userId: UserId): Promise<{ password: string | null } | undefined> {
  return db
    .selectFrom('credentials')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
}
