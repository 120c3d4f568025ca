import { type RegisterBody } from '@veranda/contract/accounts/schemas.ts'
import { type PersonId } from '@veranda/core/ids.ts'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { authOver } from './auth.ts'
import { cookieOf, makeToken } from './open-session.ts'
import { createPerson } from './register-person.ts'
import { findPerson } from './rows.ts'

/** Somebody of the demo world who can be entered by one press, with the headers to call routes as them meanwhile. */
export type DemoPerson = { readonly id: PersonId; readonly authorization: string; readonly cookie: string }

/**
 * Makes an account as the registration does and marks it as one of the demo world's, described by `about`; `operator`
 * gives it the operator's standing. Its session is not a sign-in that anybody needs to be told of.
 */
export async function makeDemoPerson(
  deps: Deps,
  body: Required<RegisterBody>,
  more: { about: string | null; operator?: boolean },
): Promise<DemoPerson> {
  return transact(deps, async (tx) => {
    const auth = authOver(tx, deps)
    const made = await createPerson({ tx, deps }, auth, body)
    if (!made.ok) throw new Error(`${body.email} could not be made: ${made.refusal.code}`)
    await tx
      .updateTable('people')
      .set({ demo_about: more.about, ...(more.operator ? { operator: true } : {}) })
      .where('id', '=', made.value)
      .execute()
    const row = await findPerson(tx, made.value)
    if (!row) throw new Error('the person was not written')
    const { internalAdapter } = await auth.$context
    const session = await internalAdapter.createSession(made.value, false, {
      ipAddress: '127.0.0.1',
      userAgent: 'demo',
    })
    const { token } = await makeToken(auth, row, session)
    return {
      id: made.value,
      authorization: `Bearer ${token}`,
      cookie: cookieOf(session.token, deps).split(';', 1)[0] ?? '',
    }
  })
}

/** Ends the sessions that the demo world was told with. */
export async function endDemoSessions(deps: Deps): Promise<void> {
  await deps.db.deleteFrom('sessions').where('user_agent', '=', 'demo').execute()
}
