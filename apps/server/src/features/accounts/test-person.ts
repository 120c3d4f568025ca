import { type PersonId } from '@veranda/core/ids.ts'
import { type Role } from '../../access/actor.ts'
import { type Deps } from '../../deps.ts'
import { firstNameOf } from './rows.ts'
import { type HeldSession, sessionFor } from './session-for.ts'

/** Somebody with a living session, for tests. */
export type Person = HeldSession & {
  readonly id: PersonId
  readonly name: string
  readonly email: string
  readonly role: Role
}

export type PersonWish = { role?: 'client' | 'creator'; operator?: boolean; timeZone?: string; demo?: boolean }

let made = 0

/** Writes a person's row and a session for it, without hashing a password. */
export async function makeTestPerson(deps: Deps, name = 'Someone Somewhere', wish: PersonWish = {}): Promise<Person> {
  made += 1
  // A person's id is born here, as in the registration.
  const id = deps.ids.next() as PersonId
  const now = new Date(deps.clock.now())
  const role = wish.role ?? 'client'
  const local = firstNameOf(name)
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  const email = `${local}-${made}-${id.slice(-6)}@veranda.test`
  await deps.db
    .insertInto('people')
    .values({
      id,
      name,
      first_name: firstNameOf(name),
      email,
      role,
      time_zone: wish.timeZone ?? 'UTC',
      operator: wish.operator ?? false,
      demo_about: wish.demo ? 'Somebody of the demo world' : null,
      terms_version: 1,
      terms_at: now,
      created_at: now,
    })
    .execute()
  return { id, name, email, role, ...(await sessionFor(deps, id)) }
}
