import { type FirstSession, type VerifyRegistrationBody } from '@veranda/contract/accounts/registration/schemas.ts'
import { isLinkUsable } from '@veranda/core/accounts/one-time-links/one-time-link.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { transact } from '../../../platform/db/transact.ts'
import { createUser } from '../create-user.ts'
import { findOneTimeLink, lockOneTimeLink } from '../one-time-links/one-time-link.repository.ts'
import { verifyPassword } from '../passwords/password.ts'
import { betterAuthFor } from '../sign-in/better-auth.ts'
import { openSession, type SignInContext } from '../sessions/open-session.ts'
import { signInFailed } from '../sign-in/sign-in-failures.ts'
import { lockEmail } from '../user.repository.ts'
import { forgetBrowser, readBrowserHash } from './registration-cookie.ts'
import {
  findRegistration,
  findRegistrationOfBrowser,
  type RegistrationRow,
  removeRegistrations,
} from './registration.repository.ts'

const kind = 'registration'
const notUsable = refuse('account.link-not-usable', 'not-found')

/**
 * Creates the account of a registration by a link that was mailed to its address, uses it up and signs in. In a browser
 * that registered the address, that is its own registration, whichever of the address the link was mailed for: the press
 * proves the address and the browser says whose password it is, so strangers who register the address too cannot keep
 * its owner out. Any other browser needs the password of the link's registration: otherwise a stranger could register an
 * address with a password of their own and wait for the owner's press. The password is verified before the transaction,
 * which then reads the link again.
 */
export async function verifyRegistration(
  ctx: Omit<SignInContext, 'tx'>,
  { token, password }: VerifyRegistrationBody,
): Promise<Result<FirstSession>> {
  const { deps, replyHeaders } = ctx
  const found = await findOneTimeLink(deps.db, token)
  const usable = found?.registrationId && isLinkUsable(found, kind, deps.clock.now()) ? found : undefined
  // Before that of the link, which is gone too when a press meanwhile ended both.
  const ofBrowser = usable && (await findOwnRegistration(ctx, usable.email))
  const ofLink = usable?.registrationId ? await findRegistration(deps.db, usable.registrationId) : undefined
  if (!ofLink) {
    recordFailure(ctx, 'link-not-usable')
    return notUsable
  }
  const allowed = ofBrowser ? ok(true) : await checkRegistrationPassword(ctx, ofLink, password)
  if (!allowed.ok) return allowed
  const registration = ofBrowser ?? ofLink
  return transact(deps, async (tx) => {
    await lockEmail(tx, registration.email)
    const link = await lockOneTimeLink(tx, token)
    if (!isLinkUsable(link, kind, deps.clock.now())) return notUsable
    const created = await createUser({ ...ctx, tx }, toAccount(registration))
    if (!created.ok) return created
    await removeRegistrations(tx, registration.email)
    const session = await openSession({ ...ctx, tx }, betterAuthFor(tx, deps), created.value)
    forgetBrowser(deps, replyHeaders)
    return ok({ ...session, returnTo: registration.return_to })
  })
}

/** Finds the registration of an address that was begun in this browser. */
async function findOwnRegistration({ deps, request }: Omit<SignInContext, 'tx'>, email: string | null) {
  const browserHash = readBrowserHash(request, deps)
  if (browserHash === undefined || email === null) return undefined
  return findRegistrationOfBrowser(deps.db, email, browserHash)
}

/** Refuses account.password-needed (conflict) and account.registration-password-wrong (invalid), both on `password`. */
async function checkRegistrationPassword(
  ctx: Omit<SignInContext, 'tx'>,
  { password_hash }: RegistrationRow,
  password: string | undefined,
): Promise<Result<true>> {
  if (password === undefined) return refuse('account.password-needed', 'conflict', { field: 'password' })
  const verified = await verifyPassword(password_hash, password)
  if (!verified.ok) return verified
  if (verified.value) return ok(true)
  recordFailure(ctx, 'wrong-password')
  return refuse('account.registration-password-wrong', 'invalid', { field: 'password' })
}

function recordFailure({ deps, request }: Omit<SignInContext, 'tx'>, reason: string): void {
  deps.failureLog.record({ action: signInFailed, reason, userId: null, request })
}

function toAccount(row: RegistrationRow) {
  return {
    name: row.name,
    role: row.role,
    terms: row.terms_version,
    timeZone: row.time_zone,
    language: row.language,
    email: row.email,
    passwordHash: row.password_hash,
  }
}
