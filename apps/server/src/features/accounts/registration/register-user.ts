import { type RegisterUserBody } from '@veranda/contract/accounts/registration/schemas.ts'
import { type Done, type Language } from '@veranda/contract/shared-schemas.ts'
import { checkPassword } from '@veranda/core/accounts/passwords/password.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { isTimeZone } from '@veranda/core/time/time-zone.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { addressKey } from '../../../platform/http/limits/rate-limit.ts'
import { sharedLimitKey } from '../../../platform/http/limits/shared-limit.ts'
import { type NewAccount } from '../create-user.ts'
import { toLinkRequest } from '../one-time-links/link-request.ts'
import { commonPasswords, hashPassword } from '../passwords/password.ts'
import { type SignInContext } from '../sessions/open-session.ts'
import { rememberBrowser } from './registration-cookie.ts'
import { registrationLinkQueue, type RegistrationLinkJob } from './registration-mailer.ts'
import { insertRegistration } from './registration.repository.ts'

export type NewRegistration = Omit<RegisterUserBody, 'returnTo' | 'language'> & { readonly language: Language }

/**
 * Asks for an account that accepts the terms in force. It is created by the press of the link in a mail, so this writes
 * a registration alone. Whether the address has an account is looked up by a job afterwards: known and unknown ones get
 * the same reply after the same work. The password is hashed before the transaction.
 */
export async function registerUser(
  { deps, request, replyHeaders }: Omit<SignInContext, 'tx'>,
  { returnTo, ...body }: NewRegistration & { readonly returnTo?: string | undefined },
): Promise<Result<Done>> {
  const account = await prepareAccount(body)
  if (!account.ok) return account
  const browserHash = rememberBrowser(deps, replyHeaders)
  const sourceHash = hashSource(request.ip, deps)
  const facts = { ...account.value, email: body.email, browserHash, sourceHash, returnTo: returnTo ?? null }
  return transact(deps, async (tx) => {
    const job: RegistrationLinkJob = {
      registrationId: await insertRegistration({ tx, deps }, facts),
      request: toLinkRequest(request),
    }
    await deps.jobs.enqueue(tx, registrationLinkQueue, job)
    return ok({ done: true })
  })
}

/** Hashes where a registration comes from, so that links are counted by it without storing the address of the network. */
function hashSource(ip: string, { env }: Pick<Deps, 'env'>): string {
  return sharedLimitKey(env.secret ?? '', `registration ${addressKey(ip)}`)
}

type PreparedAccount = NewAccount & { readonly passwordHash: string }

/** Checks what needs no database and hashes the password. */
export async function prepareAccount({ password, ...body }: NewRegistration): Promise<Result<PreparedAccount>> {
  const agreed = checkTermsAndZone(body)
  if (!agreed.ok) return agreed
  const checked = checkPassword(password, body, commonPasswords)
  if (!checked.ok) return checked
  const hashed = await hashPassword(password)
  return hashed.ok ? ok({ ...body, passwordHash: hashed.value }) : hashed
}

/** Checks what every new account agrees to and says. Refuses account.terms-outdated and account.time-zone-unknown. */
export function checkTermsAndZone({ terms, timeZone }: { terms: number; timeZone: string }): Result<true> {
  if (terms !== currentTermsVersion) return refuse('account.terms-outdated', 'conflict', { field: 'terms' })
  return isTimeZone(timeZone) ? ok(true) : refuse('account.time-zone-unknown', 'invalid', { field: 'timeZone' })
}
