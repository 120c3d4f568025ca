import { type AuthProvider } from '@veranda/contract/accounts/schemas.ts'
import {
  maxWrongCodes,
  signInChallengeLifetimeMs,
  type SecondFactorMethod,
  wrongCodesWindowMs,
} from '@veranda/core/accounts/second-factor/second-factor.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { after, type Instant } from '@veranda/core/time/instant.ts'
import { type Selectable } from 'kysely'
import { hash, randomBytes } from 'node:crypto'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { timestamptz } from '../../../platform/db/timestamptz.ts'
import { type AccountTables } from '../../../platform/db/tables/accounts.ts'
import { type Deps } from '../../../platform/deps.ts'
import { hostCookieName, setCookieHeader } from '../../../platform/http/cookies.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { countRecoveryCodes } from '../second-factor/recovery-code.repository.ts'
import { readTotpSince } from '../second-factor/totp.repository.ts'
import { countPasskeys } from '../passkeys/passkey.repository.ts'

const challengeCookie = 'veranda.sign-in'
/** Of the token in the cookie. */
const tokenBytes = 24

/** A sign-in whose first factor was right and whose second is missing. */
export type SignInChallenge = {
  readonly id: string
  readonly userId: UserId
  readonly authProvider: AuthProvider
  readonly byPasskey: boolean
  readonly expiresAt: Instant
}

/** Writes a challenge. Returns the token for the browser's cookie, of which the row holds only the hash. */
export async function insertSignInChallenge(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'ids'>,
  { userId, authProvider, byPasskey }: Pick<SignInChallenge, 'userId' | 'authProvider' | 'byPasskey'>,
): Promise<string> {
  const now = deps.clock.now()
  // They are kept for as long as their wrong codes count.
  await tx
    .deleteFrom('sign_in_challenges')
    .where('created_at', '<=', timestamptz(after(now, -wrongCodesWindowMs)))
    .execute()
  const token = randomBytes(tokenBytes).toString('base64url')
  await tx
    .insertInto('sign_in_challenges')
    .values({
      id: deps.ids.next(),
      user_id: userId,
      token_hash: hashToken(token),
      auth_provider: authProvider,
      by_passkey: byPasskey,
      created_at: new Date(now),
      expires_at: new Date(after(now, signInChallengeLifetimeMs)),
    })
    .execute()
  return token
}

/** Finds the challenge of this browser that can still be answered. */
export async function findSignInChallenge(
  db: Db,
  deps: Deps,
  request: RequestInfo,
): Promise<SignInChallenge | undefined> {
  const row = await challengeQuery(db, deps, request).executeTakeFirst()
  return row && toChallenge(row)
}

/** Finds and locks it, so that of several answers one opens a session. */
export async function lockSignInChallenge(
  tx: Tx,
  deps: Deps,
  request: RequestInfo,
): Promise<SignInChallenge | undefined> {
  const row = await challengeQuery(tx, deps, request).forUpdate().executeTakeFirst()
  return row && toChallenge(row)
}

/** Counts a wrong code. */
export async function countWrongCode(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('sign_in_challenges')
    .set((e) => ({ wrong_codes: e('wrong_codes', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Returns the wrong codes for an account in the last hour. */
export async function countRecentWrongCodes(db: Db, userId: UserId, now: Instant): Promise<number> {
  const { count } = await db
    .selectFrom('sign_in_challenges')
    .select(({ fn }) => fn.sum<number | null>('wrong_codes').as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', timestamptz(after(now, -wrongCodesWindowMs)))
    .executeTakeFirstOrThrow()
  return count ?? 0
}

/** Ends a challenge. Its wrong codes go on counting. */
export async function endSignInChallenge(tx: Tx, id: string, at: Instant): Promise<void> {
  await tx
    .updateTable('sign_in_challenges')
    .set({ expires_at: new Date(at) })
    .where('id', '=', id)
    .execute()
}

/** Ends a user's challenges. Their wrong codes go on counting. */
export async function endSignInChallenges(tx: Tx, userId: UserId, at: Instant): Promise<void> {
  await tx
    .updateTable('sign_in_challenges')
    .set({ expires_at: new Date(at) })
    .where('user_id', '=', userId)
    .where('expires_at', '>', timestamptz(at))
    .execute()
}

/** Lists what a user can finish a sign-in with; nothing when its first factor is enough. */
export async function listSecondFactors(db: Db, userId: UserId, byPasskey: boolean): Promise<SecondFactorMethod[]> {
  if ((await readTotpSince(db, userId)) === null) return []
  const methods: SecondFactorMethod[] = ['totp']
  // The passkey that the sign-in began with is no second factor.
  if (!byPasskey && (await countPasskeys(db, userId)) > 0) methods.push('passkey')
  if ((await countRecoveryCodes(db, userId)) > 0) methods.push('recovery-code')
  return methods
}

/** Builds the Set-Cookie header that binds a challenge to a browser; without a token the one that deletes it. */
export function challengeCookieHeader(deps: Pick<Deps, 'env'>, token = ''): string {
  return setCookieHeader(
    {
      name: hostCookieName(challengeCookie, deps.env),
      value: token,
      maxAgeSeconds: token === '' ? 0 : signInChallengeLifetimeMs / 1_000,
      path: '/',
      sameSite: 'lax',
    },
    deps.env,
  )
}

/** Returns the token of the challenge's cookie; empty without one. */
export function challengeToken({ cookies }: RequestInfo, { env }: Pick<Deps, 'env'>): string {
  return cookies[hostCookieName(challengeCookie, env)] ?? ''
}

function challengeQuery(db: Db, deps: Deps, request: RequestInfo) {
  return db
    .selectFrom('sign_in_challenges')
    .selectAll()
    .where('token_hash', '=', hashToken(challengeToken(request, deps)))
    .where('expires_at', '>', timestamptz(deps.clock.now()))
    .where('wrong_codes', '<', maxWrongCodes)
}

function hashToken(token: string): string {
  return hash('sha256', token)
}

function toChallenge(row: Selectable<AccountTables['sign_in_challenges']>): SignInChallenge {
  return {
    id: row.id,
    userId: asId<UserId>(row.user_id),
    authProvider: row.auth_provider,
    byPasskey: row.by_passkey,
    expiresAt: row.expires_at,
  }
}
