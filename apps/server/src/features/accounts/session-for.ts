import { type PersonId } from '@veranda/core/ids.ts'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { authOver } from './auth.ts'
import { cookieOf, makeToken } from './open-session.ts'
import { findPerson } from './rows.ts'

/** A session with its two halves, as a browser would hold them. `cookie` is the whole Cookie header. */
export type HeldSession = { readonly token: string; readonly cookie: string }

/** A session for somebody without the login form: how the demo world and the tests act as people. */
export async function sessionFor(deps: Deps, personId: PersonId): Promise<HeldSession> {
  return transact(deps, async (tx) => {
    const auth = authOver(tx, deps)
    const { internalAdapter } = await auth.$context
    const session = await internalAdapter.createSession(personId, false, {
      ipAddress: '127.0.0.1',
      userAgent: 'veranda',
    })
    const row = await findPerson(tx, personId)
    if (!row) throw new Error('nobody has this id')
    const { token } = await makeToken(auth, row, session)
    return { token, cookie: cookieOf(session.token, deps).split(';', 1)[0] ?? '' }
  })
}
