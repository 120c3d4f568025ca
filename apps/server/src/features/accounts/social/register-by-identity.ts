import { type Session } from '@veranda/contract/accounts/sessions/schemas.ts'
import { type PendingIdentity, type RegisterByIdentityBody } from '@veranda/contract/accounts/social/schemas.ts'
import { type Language } from '@veranda/contract/shared-schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { createUser } from '../create-user.ts'
import { betterAuthFor } from '../sign-in/better-auth.ts'
import { openSession, type SignInContext } from '../sessions/open-session.ts'
import { checkTermsAndZone } from '../registration/register-user.ts'
import { clearBrowserSecret, readBrowserSecret } from './browser-secret.ts'
import { addIdentity } from './identity.repository.ts'
import { findPendingIdentity, takePendingIdentity } from './pending-identity.repository.ts'

const notPending = refuse('account.identity-not-pending', 'not-found')

/** Returns whom a provider vouches for in this browser. Refuses account.identity-not-pending. */
export async function readPendingIdentity(ctx: Omit<SignInContext, 'replyHeaders'>): Promise<Result<PendingIdentity>> {
  const cookieHash = readBrowserSecret(ctx, 'identity')
  const found = cookieHash && (await findPendingIdentity(ctx.tx, cookieHash, ctx.deps.clock.now()))
  return found ? ok({ provider: found.provider, name: found.name, email: found.email }) : notPending
}

/**
 * Creates an account for the identity that waits in this browser, and signs it in. Its address is the one that the
 * provider has verified, or none. Refuses account.identity-not-pending and what `createUser` refuses.
 */
export async function registerByIdentity(
  ctx: SignInContext,
  body: Omit<RegisterByIdentityBody, 'language'> & { readonly language: Language },
): Promise<Result<Session>> {
  const { tx, deps } = ctx
  const checked = checkTermsAndZone(body)
  if (!checked.ok) return checked
  const cookieHash = readBrowserSecret(ctx, 'identity')
  const identity = cookieHash && (await takePendingIdentity(tx, cookieHash, deps.clock.now()))
  if (!identity) return notPending
  const { provider, email } = identity
  const created = await createUser(ctx, { ...body, email, passwordHash: null })
  if (!created.ok) return created
  // Someone may have registered with the same identity in another browser meanwhile.
  if (!(await addIdentity(ctx, created.value, identity))) return notPending
  clearBrowserSecret(ctx, 'identity')
  return ok(await openSession(ctx, betterAuthFor(tx, deps), created.value, { authProvider: provider }))
}
