import { firstNameOf } from '@veranda/core/accounts/first-name.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { type Role } from '../../../platform/access/actor.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type SessionCredentials, openTestSession } from './open-test-session.ts'

/** A user with an active session, for tests. */
export type TestUser = SessionCredentials & {
  readonly id: UserId
  readonly name: string
  readonly email: string
  readonly role: Role
}

export type TestUserOptions = { role?: 'client' | 'creator'; isAdmin?: boolean; timeZone?: string; demo?: boolean }

let createdCount = 0

/** Writes a user's row and a session, without hashing a password. */
export async function createTestUser(
  deps: Deps,
  name = 'Someone Somewhere',
  options: TestUserOptions = {},
): Promise<TestUser> {
  createdCount += 1
  // A user id is created here as in the registration.
  const id = deps.ids.next() as UserId
  const now = new Date(deps.clock.now())
  const role = options.role ?? 'client'
  const mailbox = firstNameOf(name)
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  const email = `${mailbox}-${createdCount}-${id.slice(-6)}@veranda.test`
  await deps.db
    .insertInto('users')
    .values({
      id,
      name,
      first_name: firstNameOf(name),
      email,
      email_verified: true,
      role,
      time_zone: options.timeZone ?? 'UTC',
      is_admin: options.isAdmin ?? false,
      demo_description: options.demo ? 'A user of the demo world' : null,
      terms_version: 1,
      terms_at: now,
      created_at: now,
    })
    .execute()
  return { id, name, email, role, ...(await openTestSession(deps, id)) }
}
