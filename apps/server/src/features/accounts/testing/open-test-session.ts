import { type UserId } from '@veranda/core/ids.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { betterAuthFor } from '../sign-in/better-auth.ts'
import { createSession, sessionCookieHeader, signAccessToken } from '../sessions/open-session.ts'
import { findOpenUser } from '../user.repository.ts'

/** A session's token and cookie, as a browser would hold them. `cookie` is the whole Cookie header. */
export type SessionCredentials = { readonly token: string; readonly cookie: string }

/** Opens a session for a user without the login form, so that tests can act as them. */
export async function openTestSession(deps: Deps, userId: UserId): Promise<SessionCredentials> {
  return transact(deps, async (tx) => {
    const auth = betterAuthFor(tx, deps)
    const session = await createSession(tx, auth, userId, { ipAddress: '127.0.0.1', userAgent: 'veranda' })
    const user = await findOpenUser(tx, userId)
    if (!user) throw new Error('no user has this id')
    const { token } = await signAccessToken(auth, user, session)
    return { token, cookie: sessionCookieHeader(session.token, deps).split(';', 1)[0] ?? '' }
  })
}
