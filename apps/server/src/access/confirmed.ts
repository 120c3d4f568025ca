import { confirmationStands } from '@veranda/core/accounts/confirmation.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Db } from '../db/database.ts'
import { hashOfCookie } from './access.ts'
import { type Actor } from './actor.ts'

type Caller = { readonly actor: Actor; readonly cookieToken: string | undefined }

/** Until when the caller's session counts as freshly confirmed by its person; undefined when it does not. */
export async function confirmedUntil(
  db: Db,
  { actor, cookieToken }: Caller,
  now: Instant,
): Promise<Instant | undefined> {
  if (cookieToken === undefined) return undefined
  const row = await db
    .selectFrom('confirmations')
    .select(['session_id', 'cookie_hash', 'expires_at'])
    .where('session_id', '=', actor.sessionId)
    .where('person_id', '=', actor.id)
    .executeTakeFirst()
  const kept = row && { sessionId: row.session_id, cookieHash: row.cookie_hash, expiresAt: row.expires_at }
  const caller = { sessionId: actor.sessionId, cookieHash: hashOfCookie(cookieToken) }
  return confirmationStands(kept, caller, now) ? kept?.expiresAt : undefined
}
