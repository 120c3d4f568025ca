import { type NewRegistration, prepareAccount } from '../registration/register-user.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { betterAuthFor } from './better-auth.ts'
import { createSession, sessionCookieHeader, signAccessToken } from '../sessions/open-session.ts'
import { createUser } from '../create-user.ts'
import { findOpenUser } from '../user.repository.ts'

/** A demo user who can be signed in with one click, with the headers to call routes as them during the seed. */
export type DemoUser = { readonly id: UserId; readonly authorization: string; readonly cookie: string }

/**
 * Creates an account as the registration does and marks it as a demo user, described by `about`; `isAdmin` also makes
 * it an admin. Its session raises no new-device event.
 */
export async function createDemoUser(
  deps: Deps,
  body: NewRegistration,
  options: { about: string | null; isAdmin?: boolean },
): Promise<DemoUser> {
  const account = await prepareAccount(body)
  if (!account.ok) throw new Error(`${body.email} could not be made: ${account.refusal.code}`)
  return transact(deps, async (tx) => {
    const auth = betterAuthFor(tx, deps)
    const created = await createUser({ tx, deps }, account.value)
    if (!created.ok) throw new Error(`${body.email} could not be made: ${created.refusal.code}`)
    await tx
      .updateTable('users')
      .set({ demo_description: options.about, ...(options.isAdmin ? { is_admin: true, admin_roles: ['owner'] } : {}) })
      .where('id', '=', created.value)
      .execute()
    const user = await findOpenUser(tx, created.value)
    if (!user) throw new Error('demo user was not written')
    const session = await createSession(tx, auth, created.value, { ipAddress: '127.0.0.1', userAgent: 'demo' })
    const { token } = await signAccessToken(auth, user, session)
    return {
      id: created.value,
      authorization: `Bearer ${token}`,
      cookie: sessionCookieHeader(session.token, deps).split(';', 1)[0] ?? '',
    }
  })
}

/** Deletes the sessions that the demo seed used. */
export async function endDemoSessions(deps: Deps): Promise<void> {
  await deps.db.deleteFrom('sessions').where('user_agent', '=', 'demo').execute()
}
