import { type PasskeyOptions } from '@veranda/contract/accounts/passkeys/schemas.ts'
import { passkeyChallengeLifetimeMs } from '@veranda/core/accounts/second-factor/second-factor.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after } from '@veranda/core/time/instant.ts'
import { hash, randomBytes } from 'node:crypto'
import { hashCookieToken } from '../../../platform/access/authentication.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { timestamptz } from '../../../platform/db/timestamptz.ts'
import { type AccountTables } from '../../../platform/db/tables/accounts.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { listPasskeyRows } from './passkey.repository.ts'
import { relyingPartyOf } from './relying-party.ts'

const challengeBytes = 32

export type PasskeyPurpose = AccountTables['passkey_challenges']['purpose']
/** The purpose of a challenge, and the token of the cookie that its answer has to come with. */
export type ChallengeBinding = { readonly purpose: PasskeyPurpose; readonly boundTo: string }
type ChallengeContext = { readonly tx: Tx; readonly deps: Deps; readonly request: RequestInfo }

export const notHere = refuse('passkey.not-here', 'not-allowed')

/** Writes a challenge that is valid for five minutes, once. Returns it in base64url. */
export async function createChallenge(
  { tx, deps }: Pick<ChallengeContext, 'tx' | 'deps'>,
  { purpose, boundTo }: ChallengeBinding,
): Promise<string> {
  const now = deps.clock.now()
  await tx.deleteFrom('passkey_challenges').where('expires_at', '<=', timestamptz(now)).execute()
  const challenge = randomBytes(challengeBytes).toString('base64url')
  await tx
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hash('sha256', challenge),
      purpose,
      cookie_hash: hashCookieToken(boundTo),
      expires_at: new Date(after(now, passkeyChallengeLifetimeMs)),
    })
    .execute()
  return challenge
}

/** Uses up the challenge that a browser's data name. Returns it; undefined when it is not one of this browser's. */
export async function takeChallenge(
  { tx, deps }: Pick<ChallengeContext, 'tx' | 'deps'>,
  { purpose, boundTo }: ChallengeBinding,
  clientDataJSON: string,
): Promise<string | undefined> {
  const challenge = readChallenge(clientDataJSON)
  if (challenge === undefined || boundTo === '') return undefined
  const taken = await tx
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hash('sha256', challenge))
    .where('purpose', '=', purpose)
    .where('cookie_hash', '=', hashCookieToken(boundTo))
    .where('expires_at', '>', timestamptz(deps.clock.now()))
    .executeTakeFirst()
  return taken.numDeletedRows > 0n ? challenge : undefined
}

/** Starts a challenge for the passkeys of one user; of any user without one. Refuses passkey.not-here. */
export async function startChallengeFor(
  ctx: ChallengeContext,
  { userId, ...binding }: ChallengeBinding & { userId?: UserId },
): Promise<Result<PasskeyOptions>> {
  const party = relyingPartyOf(ctx.deps, ctx.request)
  if (!party) return notHere
  const rows = userId === undefined ? [] : await listPasskeyRows(ctx.tx, userId)
  return ok({
    challenge: await createChallenge(ctx, binding),
    rpId: party.id,
    timeout: passkeyChallengeLifetimeMs,
    userVerification: binding.purpose === 'step-up' ? 'required' : 'preferred',
    allowCredentials: rows.map((row) => ({
      type: 'public-key' as const,
      id: row.credential_id,
      transports: [...row.transports],
    })),
  })
}

function readChallenge(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    if (typeof data !== 'object' || data === null || !('challenge' in data)) return undefined
    return typeof data.challenge === 'string' ? data.challenge : undefined
  } catch {
    return undefined
  }
}
