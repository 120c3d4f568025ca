import { type PersonId } from '@veranda/core/ids.ts'
import { type App } from '../app.ts'
import { transact } from '../db/transact.ts'
import { authOver } from '../features/accounts/auth.ts'
import { cookieOf, makeToken } from '../features/accounts/open-session.ts'
import { findPerson, firstNameOf } from '../features/accounts/rows.ts'
import { type Person } from './person.ts'

type More = { role?: 'client' | 'creator'; operator?: boolean; timeZone?: string; demo?: boolean }

let made = 0

/** Writes a person's row and a session for it, then signs a token as the login would. */
export async function makeSessionFor(app: App, name = 'Someone Somewhere', more: More = {}): Promise<Person> {
  const { deps } = app
  made += 1
  // A person's id is born here, as in the registration.
  const id = deps.ids.next() as PersonId
  const now = new Date(deps.clock.now())
  const role = more.role ?? 'client'
  const email = `${firstNameOf(name)
    .toLowerCase()
    .replace(/[^a-z]/g, '')}-${made}-${id.slice(-6)}@veranda.test`
  return transact(deps, async (t) => {
    await t
      .insertInto('people')
      .values({
        id,
        name,
        first_name: firstNameOf(name),
        email,
        role,
        time_zone: more.timeZone ?? 'UTC',
        operator: more.operator ?? false,
        demo_about: more.demo ? 'Somebody of the demo world' : null,
        terms_version: 1,
        terms_at: now,
        created_at: now,
      })
      .execute()
    const auth = authOver(t, deps)
    const { internalAdapter } = await auth.$context
    const session = await internalAdapter.createSession(id, false, { ipAddress: '127.0.0.1', userAgent: 'test' })
    const row = await findPerson(t, id)
    if (!row) throw new Error('the person was not written')
    const { token } = await makeToken(auth, row, session)
    return { id, name, email, role, token, cookie: cookieOf(session.token, deps).split(';', 1)[0] ?? '' }
  })
}
