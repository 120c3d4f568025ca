import { type RegisterUserBody, type Session } from '@veranda/contract/accounts/schemas.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { firstNameOf } from '@veranda/core/accounts/first-name.ts'
import { checkPassword } from '@veranda/core/accounts/password.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { isTimeZone } from '@veranda/core/time/time-zone.ts'
import { sql } from 'kysely'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type Auth, betterAuthFor } from './better-auth.ts'
import { commonPasswords, hashPassword } from '../password.ts'
import { openSession, type SignInContext } from './open-session.ts'

/** Creates an account that accepts the terms in force, and signs it in. The password is hashed before the transaction. */
export async function registerUser(
  ctx: Omit<SignInContext, 'tx'>,
  body: Required<RegisterUserBody>,
): Promise<Result<Session>> {
  const account = await prepareAccount(body)
  if (!account.ok) return account
  return transact(ctx.deps, async (tx) => {
    const auth = betterAuthFor(tx, ctx.deps)
    const created = await createUser({ ...ctx, tx }, auth, account.value)
    return created.ok ? ok(await openSession({ ...ctx, tx }, auth, created.value)) : created
  })
}

/** An account that can be created: its input is checked and its password is a hash. */
export type PreparedAccount = Omit<Required<RegisterUserBody>, 'password'> & { readonly passwordHash: string }

/** Checks what needs no database and hashes the password. */
export async function prepareAccount({
  password,
  ...body
}: Required<RegisterUserBody>): Promise<Result<PreparedAccount>> {
  if (body.terms !== currentTermsVersion) return refuse('account.terms-outdated', 'conflict', { field: 'terms' })
  if (!isTimeZone(body.timeZone)) return refuse('account.time-zone-unknown', 'invalid', { field: 'timeZone' })
  const checked = checkPassword(password, body, commonPasswords)
  if (!checked.ok) return checked
  const hashed = await hashPassword(password)
  return hashed.ok ? ok({ ...body, passwordHash: hashed.value }) : hashed
}

/** Creates the account without a session; the demo seed uses it as well. Returns the user's id. */
export async function createUser(
  { tx, deps, request }: Pick<SignInContext, 'tx' | 'deps'> & { request?: RequestInfo },
  auth: Auth,
  body: PreparedAccount,
): Promise<Result<UserId>> {
  const { email } = body
  // A second registration with the same address waits here, and then sees the first one's row.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`register ${email}`}, 0))`.execute(tx)
  const existing = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (existing) return refuse('account.email-taken', 'conflict', { field: 'email' })
  const now = deps.clock.now()
  const id = await insertUserWithPassword(auth, deps, body)
  const event = { type: 'account.registered', data: { userId: id, role: body.role } } satisfies AccountEvent
  await appendEvent(tx, { ...event, subject: { kind: 'user', id }, actor: id, at: now })
  await recordAudit(tx, {
    action: event.type,
    userId: id,
    actorId: id,
    at: now,
    data: { terms: body.terms },
    ...(request && { request }),
  })
  return ok(id)
}

/** Writes the user and the password credential through Better Auth, with our own columns. */
async function insertUserWithPassword(auth: Auth, { clock }: Deps, body: PreparedAccount): Promise<UserId> {
  const { internalAdapter } = await auth.$context
  const now = new Date(clock.now())
  const user = await internalAdapter.createUser(
    {
      email: body.email,
      name: body.name,
      emailVerified: false,
      firstName: firstNameOf(body.name),
      role: body.role,
      timeZone: body.timeZone,
      language: body.language,
      termsVersion: body.terms,
      termsAt: now,
      createdAt: now,
      updatedAt: now,
    },
    { method: 'email-password' },
  )
  const credential = { userId: user.id, providerId: 'credential', accountId: user.id, password: body.passwordHash }
  await internalAdapter.linkAccount(credential)
  // The only place where a user id is created.
  return asId<UserId>(user.id)
}
