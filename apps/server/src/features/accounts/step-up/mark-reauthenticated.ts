import { type UserId } from '@veranda/core/ids.ts'
import { hashCookieToken, readCookieToken } from '../../../platform/access/authentication.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { upsertStepUp } from './reauthenticate.ts'

/** Marks a session as recently reauthenticated without hashing a password, for the demo seed and the tests. */
export async function markReauthenticated(deps: Deps, { id, cookie }: { id: UserId; cookie: string }): Promise<void> {
  const cookieToken = readCookieToken(cookie.slice(cookie.indexOf('=') + 1))
  if (cookieToken === undefined) throw new Error('not a session cookie')
  await transact(deps, async (tx) => {
    const session = await tx
      .selectFrom('sessions')
      .select('id')
      .where('token_hash', '=', hashCookieToken(cookieToken))
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    const actor = { id, sessionId: session.id }
    await upsertStepUp(tx, { actor, cookieToken, method: 'password', now: deps.clock.now() })
  })
}
