import { type ResetPasswordBody } from '@veranda/contract/accounts/password-reset/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { isLinkUsable } from '@veranda/core/accounts/one-time-links/one-time-link.ts'
import { checkPassword } from '@veranda/core/accounts/passwords/password.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { commonPasswords, hashPassword } from '../passwords/password.ts'
import { replacePassword } from '../passwords/replace-password.ts'
import { signInFailed } from '../sign-in/sign-in-failures.ts'
import { findOpenUser } from '../user.repository.ts'
import { findOneTimeLink, lockOneTimeLink, markLinkUsed } from '../one-time-links/one-time-link.repository.ts'

const kind = 'password-reset'
const notUsable = refuse('account.link-not-usable', 'not-found')

/**
 * Sets a new password with a link, or a first one, uses it up and ends all sessions. A password that the rule refuses leaves the link as
 * it is. The hash runs before the transaction, which then reads the link again.
 */
export async function resetPassword(
  ctx: { deps: Deps; request: RequestInfo },
  { token, password }: ResetPasswordBody,
): Promise<Result<Done>> {
  const { deps, request } = ctx
  const found = await findOneTimeLink(deps.db, token)
  const isUsable = found?.userId && isLinkUsable(found, kind, deps.clock.now())
  const user = isUsable ? await findOpenUser(deps.db, found.userId) : undefined
  if (!user) {
    deps.failureLog.record({
      action: signInFailed,
      reason: 'link-not-usable',
      userId: found?.userId ?? null,
      request,
    })
    return notUsable
  }
  const checked = checkPassword(password, user, commonPasswords)
  if (!checked.ok) return checked
  const hashed = await hashPassword(password)
  if (!hashed.ok) return hashed
  return transact(deps, async (tx) => {
    const link = await lockOneTimeLink(tx, token)
    const now = deps.clock.now()
    if (!link?.userId || !isLinkUsable(link, kind, now)) return notUsable
    await markLinkUsed(tx, link.id, now)
    const change = { userId: link.userId, actorId: null, to: hashed.value }
    return (await replacePassword({ ...ctx, tx }, change)) ? ok({ done: true }) : notUsable
  })
}
