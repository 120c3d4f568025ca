import { type RegisterUserBody, type Session } from '@veranda/contract/accounts/schemas.ts'
import { checkPassword } from '@veranda/core/accounts/password.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { isTimeZone } from '@veranda/core/time/time-zone.ts'
import { transact } from '../../../platform/db/transact.ts'
import { createUser, type NewAccount } from '../create-user.ts'
import { commonPasswords, hashPassword } from '../password.ts'
import { betterAuthFor } from './better-auth.ts'
import { openSession, type SignInContext } from './open-session.ts'

/** Creates an account that accepts the terms in force, and signs it in. The password is hashed before the transaction. */
export async function registerUser(
  ctx: Omit<SignInContext, 'tx'>,
  body: Required<RegisterUserBody>,
): Promise<Result<Session>> {
  const account = await prepareAccount(body)
  if (!account.ok) return account
  return transact(ctx.deps, async (tx) => {
    const created = await createUser({ ...ctx, tx }, account.value)
    return created.ok ? ok(await openSession({ ...ctx, tx }, betterAuthFor(tx, ctx.deps), created.value)) : created
  })
}

/** Checks what needs no database and hashes the password. */
export async function prepareAccount({ password, ...body }: Required<RegisterUserBody>): Promise<Result<NewAccount>> {
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
