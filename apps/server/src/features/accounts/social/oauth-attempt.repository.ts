import { type SocialProvider } from '@veranda/core/accounts/social/social-provider.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { timestamptz } from '../../../platform/db/timestamptz.ts'
import { hashSecret } from './browser-secret.ts'

/** A way to a provider and back, as it is stored. */
export type StoredAttempt = {
  readonly provider: SocialProvider
  readonly nonce: string
  readonly codeVerifier: string
  readonly redirectUri: string
  readonly returnPath: string | null
  /** The session whose user links the provider; null to sign in. */
  readonly linkSessionId: string | null
  /** The session whose user confirms that it is them; null otherwise. */
  readonly stepUpSessionId: string | null
  readonly startedAt: Instant
}

/** Expired attempts that are deleted along with each new one. */
const maxExpiredPerAttempt = 20

/** Writes an attempt and deletes some that have expired. */
export async function addAttempt(
  tx: Tx,
  attempt: StoredAttempt & { state: string; cookieHash: string; expiresAt: Instant },
): Promise<void> {
  await sql`
    delete from oauth_attempts where state_hash in (
      select state_hash from oauth_attempts where expires_at <= ${timestamptz(attempt.startedAt)}
      order by expires_at limit ${maxExpiredPerAttempt} for update skip locked)`.execute(tx)
  await tx
    .insertInto('oauth_attempts')
    .values({
      state_hash: hashSecret(attempt.state),
      cookie_hash: attempt.cookieHash,
      provider: attempt.provider,
      nonce: attempt.nonce,
      code_verifier: attempt.codeVerifier,
      redirect_uri: attempt.redirectUri,
      return_path: attempt.returnPath,
      link_session_id: attempt.linkSessionId,
      step_up_session_id: attempt.stepUpSessionId,
      started_at: new Date(attempt.startedAt),
      expires_at: new Date(attempt.expiresAt),
    })
    .execute()
}

/** Returns the place that an attempt leads back to, in any browser: it is a path of this app, and no secret. */
export async function findReturnPath(db: Db, state: string): Promise<string | null> {
  const row = await db
    .selectFrom('oauth_attempts')
    .select('return_path')
    .where('state_hash', '=', hashSecret(state))
    .executeTakeFirst()
  return row?.return_path ?? null
}

/**
 * Deletes and returns the attempt that a callback belongs to, so that it is used once. Undefined when this browser has
 * not begun it, for this provider, lately; then it stays as it is for the browser that has.
 */
export async function takeAttempt(
  tx: Tx,
  callback: { state: string; cookieHash: string; provider: SocialProvider; now: Instant },
): Promise<StoredAttempt | undefined> {
  const row = await tx
    .deleteFrom('oauth_attempts')
    .where('state_hash', '=', hashSecret(callback.state))
    .where('cookie_hash', '=', callback.cookieHash)
    .where('provider', '=', callback.provider)
    .where('expires_at', '>', timestamptz(callback.now))
    .returningAll()
    .executeTakeFirst()
  return (
    row && {
      provider: row.provider,
      nonce: row.nonce,
      codeVerifier: row.code_verifier,
      redirectUri: row.redirect_uri,
      returnPath: row.return_path,
      linkSessionId: row.link_session_id,
      stepUpSessionId: row.step_up_session_id,
      startedAt: row.started_at ?? callback.now,
    }
  )
}
