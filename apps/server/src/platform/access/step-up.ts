import { isStepUpValid, type StepUpMethod } from '@veranda/core/accounts/step-up/step-up.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Db } from '../db/database.ts'
import { hashCookieToken } from './authentication.ts'
import { type Actor } from './actor.ts'

type Caller = { readonly actor: Actor; readonly cookieToken: string | undefined }

/** Returns until when the caller's session counts as recently re-authenticated (step-up); undefined when it does not. */
export async function steppedUpUntil(db: Db, caller: Caller, now: Instant): Promise<Instant | undefined> {
  return (await steppedUpBy(db, caller, now))?.until
}

/** Returns the same with the method, for steps that not every method confirms. */
export async function steppedUpBy(
  db: Db,
  { actor, cookieToken }: Caller,
  now: Instant,
): Promise<{ until: Instant; method: StepUpMethod } | undefined> {
  if (cookieToken === undefined) return undefined
  const row = await db
    .selectFrom('step_ups')
    .select(['session_id', 'cookie_hash', 'expires_at', 'method'])
    .where('session_id', '=', actor.sessionId)
    .where('user_id', '=', actor.id)
    .executeTakeFirst()
  const stored = row && { sessionId: row.session_id, cookieHash: row.cookie_hash, expiresAt: row.expires_at }
  const caller = { sessionId: actor.sessionId, cookieHash: hashCookieToken(cookieToken) }
  return row && isStepUpValid(stored, caller, now) ? { until: row.expires_at, method: row.method } : undefined
}
