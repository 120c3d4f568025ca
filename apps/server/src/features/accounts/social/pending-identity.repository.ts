import { type SocialProvider } from '@veranda/core/accounts/social/social-provider.ts'
import { after, type Instant, minute } from '@veranda/core/time/instant.ts'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { timestamptz } from '../../../platform/db/timestamptz.ts'
import { type Deps } from '../../../platform/deps.ts'
import { scheduleTimer, timerHandler } from '../../../platform/timers/timers.ts'

/** The time in which someone reads the terms and chooses a role. */
export const pendingIdentityLifetimeMs = 30 * minute
const expiryTimer = 'accounts.expire-identity'

/** Whom a provider vouches for in a browser, before there is an account. */
export type StoredIdentity = {
  readonly provider: SocialProvider
  readonly subject: string
  readonly name: string
  readonly email: string | null
}

/** Writes an identity for the browser with this secret, until it expires. */
export async function addPendingIdentity(
  { tx, deps }: { tx: Tx; deps: Pick<Deps, 'clock' | 'ids'> },
  cookieHash: string,
  identity: StoredIdentity,
): Promise<void> {
  const id = deps.ids.next()
  const expiresAt = after(deps.clock.now(), pendingIdentityLifetimeMs)
  const { provider, subject, name, email } = identity
  const values = { id, cookie_hash: cookieHash, provider, subject, name, email, expires_at: new Date(expiresAt) }
  await tx.insertInto('pending_identities').values(values).execute()
  const timer = { kind: expiryTimer, key: `${expiryTimer}:${id}`, subject: { kind: 'pending-identity', id } }
  await scheduleTimer(tx, { ...timer, at: expiresAt })
}

/** Finds the identity of the browser with this secret. */
export async function findPendingIdentity(
  db: Db,
  cookieHash: string,
  now: Instant,
): Promise<StoredIdentity | undefined> {
  return db
    .selectFrom('pending_identities')
    .select(['provider', 'subject', 'name', 'email'])
    .where('cookie_hash', '=', cookieHash)
    .where('expires_at', '>', timestamptz(now))
    .executeTakeFirst()
}

/** Deletes and returns the identity of the browser with this secret, so that it becomes one account. */
export async function takePendingIdentity(
  tx: Tx,
  cookieHash: string,
  now: Instant,
): Promise<StoredIdentity | undefined> {
  return tx
    .deleteFrom('pending_identities')
    .where('cookie_hash', '=', cookieHash)
    .where('expires_at', '>', timestamptz(now))
    .returning(['provider', 'subject', 'name', 'email'])
    .executeTakeFirst()
}

/** Deletes an identity that never became an account. */
export const expirePendingIdentity = timerHandler(expiryTimer, async ({ tx, timer }) => {
  await tx.deleteFrom('pending_identities').where('id', '=', timer.subject.id).execute()
})
