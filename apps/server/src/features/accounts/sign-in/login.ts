import { type LoginBody, type SignInReply } from '@veranda/contract/accounts/sign-in/schemas.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Db } from '../../../platform/db/database.ts'
import { transact } from '../../../platform/db/transact.ts'
import { betterAuthFor } from './better-auth.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { type SignInContext } from '../sessions/open-session.ts'
import { hashPassword, verifyPassword } from '../passwords/password.ts'
import { signInFailed } from './sign-in-failures.ts'

const invalidCredentials = refuse('account.invalid-credentials', 'not-signed-in')
let decoyHash: Promise<Result<string>> | undefined

/**
 * Signs in by e-mail and password, or to the second step for those who have one. An unknown address, a wrong password and a closed account get the same response
 * after one hash. The hash runs before the transaction, which then checks that the password is still the same.
 */
export async function login(ctx: Omit<SignInContext, 'tx'>, body: LoginBody): Promise<Result<SignInReply>> {
  const { deps } = ctx
  const credential = toCredential(await credentialQuery(deps.db, body.email).executeTakeFirst())
  decoyHash ??= hashPassword('nobody has this password')
  const decoy = await decoyHash
  if (!decoy.ok) {
    decoyHash = undefined
    return decoy
  }
  const verified = await verifyPassword(credential?.password ?? decoy.value, body.password)
  if (!verified.ok) return verified
  if (!credential?.password || credential.isClosed || !verified.value) {
    recordFailure(ctx, credential, body.email)
    return invalidCredentials
  }
  return transact(deps, async (tx) => {
    // Locked, so that a password that is changed or reset meanwhile ends this session too.
    const current = toCredential(await credentialQuery(tx, body.email).forShare('c').executeTakeFirst())
    if (current?.id !== credential.id || current.isClosed || current.password !== credential.password) {
      return invalidCredentials
    }
    return completeSignIn({ ...ctx, tx }, betterAuthFor(tx, deps), asId<UserId>(credential.id))
  })
}

type Credential = { readonly id: string; readonly password: string | null; readonly isClosed: boolean }

function recordFailure(
  { deps, request }: Omit<SignInContext, 'tx'>,
  credential: Credential | undefined,
  email: string,
) {
  const failure = { action: signInFailed, request }
  if (credential) {
    const reason = credential.isClosed ? 'account-closed' : 'wrong-password'
    deps.failureLog.record({ ...failure, reason, userId: credential.id })
  } else deps.failureLog.record({ ...failure, reason: 'unknown-address', userId: null, unknownEmail: email })
}

/** Selects the id and the password hash of an account, which may be closed. */
function credentialQuery(db: Db, email: string) {
  return db
    .selectFrom('users as u')
    .innerJoin('credentials as c', (j) => j.onRef('c.user_id', '=', 'u.id').on('c.provider_id', '=', 'credential'))
    .select(['u.id', 'c.password', 'u.closed_at'])
    .where('u.email', '=', email)
}

type CredentialRow = { readonly id: string; readonly password: string | null; readonly closed_at: Instant | null }

function toCredential(row: CredentialRow | undefined): Credential | undefined {
  return row && { id: row.id, password: row.password, isClosed: row.closed_at !== null }
}
