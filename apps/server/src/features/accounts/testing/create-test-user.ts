import { type AdminRole } from '@veranda/core/admin/admin-roles.ts'
import { firstNameOf } from '@veranda/core/accounts/first-name.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { type Role } from '../../../platform/access/actor.ts'
import { type Deps } from '../../../platform/deps.ts'
import { hashPassword } from '../passwords/password.ts'
import { type SessionCredentials, openTestSession } from './open-test-session.ts'

/** A user with an active session, for tests. */
export type TestUser = SessionCredentials & {
  readonly id: UserId
  readonly name: string
  readonly email: string
  readonly role: Role
}

export type TestUserOptions = {
  role?: 'client' | 'creator'
  /** Also an owner, with a second factor. */
  isAdmin?: boolean
  /** An admin with these roles instead. */
  adminRoles?: readonly AdminRole[]
  /** False for an admin without one. */
  secondFactor?: boolean
  timeZone?: string
  demo?: boolean
  /** By default one of the user's own; null for a user of a provider that gave none. */
  email?: string | null
  /** By default none, and no way to sign in. */
  password?: string
  /** The version of the terms that they agreed to; by default the one in force. */
  terms?: number
}

let createdCount = 0

/** Writes a user's row and a session; hashes a password only if there is one. */
export async function createTestUser(
  deps: Deps,
  name = 'Someone Somewhere',
  options: TestUserOptions = {},
): Promise<TestUser> {
  createdCount += 1
  // A user id is created here as in the registration.
  const id = deps.ids.next() as UserId
  const now = new Date(deps.clock.now())
  const adminRoles = [...(options.adminRoles ?? (options.isAdmin ? (['owner'] as const) : []))]
  const role = options.role ?? 'client'
  const mailbox = firstNameOf(name)
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  const ownEmail = `${mailbox}-${createdCount}-${id.slice(-6)}@veranda.test`
  const email = options.email === undefined ? ownEmail : options.email
  await deps.db
    .insertInto('users')
    .values({
      id,
      name,
      first_name: firstNameOf(name),
      email,
      email_verified: email !== null,
      role,
      time_zone: options.timeZone ?? 'UTC',
      is_admin: adminRoles.length > 0,
      admin_roles: adminRoles,
      demo_description: options.demo ? 'A user of the demo world' : null,
      terms_version: options.terms ?? currentTermsVersion,
      terms_at: now,
      created_at: now,
    })
    .execute()
  if (adminRoles.length > 0 && options.secondFactor !== false) await insertTotp(deps, id)
  if (options.password !== undefined) await insertPassword(deps, id, options.password)
  return { id, name, email: email ?? '', role, ...(await openTestSession(deps, id)) }
}

/** Turns the second factor on, with a secret whose codes no test enters. */
async function insertTotp(deps: Deps, userId: UserId): Promise<void> {
  const at = new Date(deps.clock.now())
  await deps.db
    .insertInto('totp_factors')
    .values({ user_id: userId, secret: '', created_at: at, confirmed_at: at, last_used_step: null })
    .execute()
}

async function insertPassword(deps: Deps, userId: UserId, password: string): Promise<void> {
  const hashed = await hashPassword(password)
  if (!hashed.ok) throw new Error('too many passwords are being hashed')
  await deps.db
    .insertInto('credentials')
    .values({
      id: deps.ids.next(),
      user_id: userId,
      account_id: userId,
      provider_id: 'credential',
      password: hashed.value,
    })
    .execute()
}
