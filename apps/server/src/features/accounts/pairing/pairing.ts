import { createHmac, hash, randomBytes, randomInt } from 'node:crypto'
import { type FoundPairing, type Pairing, type PairingCode } from '@veranda/contract/accounts/pairing/schemas.ts'
import { type Session } from '@veranda/contract/accounts/sessions/schemas.ts'
import { matchChoices, pairingLifetimeMs, pairingState } from '@veranda/core/accounts/pairing/pairing.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after, toIso } from '@veranda/core/time/instant.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { timestamptz } from '../../../platform/db/timestamptz.ts'
import { type Deps } from '../../../platform/deps.ts'
import { hostCookieName, setCookieHeader } from '../../../platform/http/cookies.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { pairingFailed } from '../sign-in/sign-in-failures.ts'
import { betterAuthFor } from '../sign-in/better-auth.ts'
import { openSession, type SignInContext } from '../sessions/open-session.ts'
import { requireStepUp } from '../step-up/require-step-up.ts'
import { refuseSuspended } from '../suspension/suspension.repository.ts'
import { findOpenUser } from '../user.repository.ts'

const pairingCookie = 'veranda.pairing'
const pairingEnded = () => refuse('pairing.ended', 'not-found')

/** Creates a pairing code for this browser and ends its previous one. */
export async function startPairing({ tx, deps, request, replyHeaders }: SignInContext): Promise<Result<PairingCode>> {
  const now = deps.clock.now()
  const secret = randomBytes(24).toString('base64url')
  const match = randomDigits(2)
  const expiresAt = after(now, pairingLifetimeMs)
  // Ended codes are free again, and a new request ends the browser's previous pairing.
  await tx
    .updateTable('pairings')
    .set({ ended_at: new Date(now) })
    .where('ended_at', 'is', null)
    .where((e) =>
      e.or([
        e('expires_at', '<=', timestamptz(now)),
        e('cookie_hash', '=', sha256Hex(secretFromCookie(request, deps))),
      ]),
    )
    .execute()
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const code = randomDigits(6)
    const inserted = await tx
      .insertInto('pairings')
      .values({
        id: deps.ids.next(),
        code_hash: hashCode(code, deps),
        cookie_hash: sha256Hex(secret),
        match,
        user_agent: request.userAgent?.slice(0, 400) ?? null,
        ip_address: request.ip,
        created_at: new Date(now),
        expires_at: new Date(expiresAt),
      })
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) continue
    replyHeaders.set(
      'set-cookie',
      setCookieHeader(
        {
          name: hostCookieName(pairingCookie, deps.env),
          value: secret,
          maxAgeSeconds: pairingLifetimeMs / 1_000,
          path: '/',
          sameSite: 'strict',
        },
        deps.env,
      ),
    )
    return ok({ code, match, expiresAt: toIso(expiresAt) })
  }
  return refuse('pairing.busy', 'unavailable')
}

/** Returns the state of this browser's pairing. */
export async function readPairing({ tx, deps, request }: SignInContext): Promise<Result<Pairing>> {
  const row = await findPairingOfBrowser(tx, request, deps)
  return ok({ state: row ? pairingState(row, deps.clock.now()) : 'ended' })
}

/**
 * Opens the approved session for the browser that started the pairing, and uses up the code. It ends no later than the
 * session that approved it, so that pairing on and on keeps no one signed in.
 */
export async function finishPairing(ctx: SignInContext): Promise<Result<Session>> {
  const { tx, deps, request } = ctx
  const row = await findPairingOfBrowser(tx, request, deps)
  const now = deps.clock.now()
  if (!row || pairingState(row, now) !== 'approved' || row.approvedBy === null) return pairingEnded()
  const suspended = await refuseSuspended(tx, row.approvedBy, request)
  if (suspended) return suspended
  const approving = await findApprovingSession(tx, row.id)
  const used = await tx
    .updateTable('pairings')
    .set({ ended_at: new Date(now) })
    .where('id', '=', row.id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!used || !approving) return pairingEnded()
  return ok(await openSession(ctx, betterAuthFor(tx, deps), asId<UserId>(row.approvedBy), approving))
}

/** Returns the device behind a code, to a signed-in user who may approve it. */
export async function findPairing(
  { tx, actor, deps, request }: CommandContext & { request: RequestInfo },
  code: string,
): Promise<Result<FoundPairing>> {
  const row = await tx
    .updateTable('pairings')
    .set({ looked_up_by: actor.id })
    .where('code_hash', '=', hashCode(code.replace(/\s/, ''), deps))
    .where('ended_at', 'is', null)
    .where('approved_by', 'is', null)
    .where('expires_at', '>', timestamptz(deps.clock.now()))
    .returning(['id', 'user_agent', 'ip_address', 'created_at', 'match', 'cookie_hash'])
    .executeTakeFirst()
  if (!row) {
    deps.failureLog.record({ action: pairingFailed, reason: 'unknown-code', userId: actor.id, request })
    return refuse('pairing.code-not-found', 'not-found', { field: 'code' })
  }
  const { id, user_agent: userAgent, ip_address: ipAddress, created_at, match, cookie_hash: secret } = row
  const user = await findOpenUser(tx, actor.id)
  return ok({
    id,
    userAgent,
    ipAddress,
    location: deps.gateways.locations.locate(ipAddress, user?.language ?? 'en') ?? null,
    createdAt: toIso(created_at),
    matches: matchChoices(match, seededRandom(secret)),
  })
}

/**
 * Approves a pairing, after a step-up. There is one attempt: a wrong number ends the pairing, and the device needs a new
 * code.
 */
export async function approvePairing(
  ctx: CommandContext & { request: RequestInfo },
  id: string,
  match: string,
): Promise<Result<{ right: boolean }>> {
  const { tx, actor, deps, request } = ctx
  const now = deps.clock.now()
  const row = await tx
    .selectFrom('pairings')
    .select(['match', 'user_agent'])
    .where('id', '=', id)
    .where('looked_up_by', '=', actor.id)
    .where('ended_at', 'is', null)
    .where('approved_by', 'is', null)
    .where('expires_at', '>', timestamptz(now))
    .forUpdate()
    .executeTakeFirst()
  if (!row) return pairingEnded()
  // It opens a session, so that a user who has a second factor confirms with it, as at every sign-in.
  const confirmed = await requireStepUp(ctx, 'second-factor')
  if (!confirmed.ok) return confirmed
  const isMatch = row.match === match
  const change = isMatch
    ? { approved_by: actor.id, approving_session_id: actor.sessionId }
    : { ended_at: new Date(now) }
  await tx.updateTable('pairings').set(change).where('id', '=', id).execute()
  const action = isMatch ? 'account.device-paired' : 'account.device-refused'
  await recordAudit(tx, { action, userId: actor.id, actorId: actor.id, at: now, request })
  return ok({ right: isMatch })
}

/** Returns how and when the user of the session that approved a pairing signed in. */
async function findApprovingSession(tx: Tx, pairingId: string) {
  const row = await tx
    .selectFrom('pairings as p')
    .innerJoin('sessions as s', 's.id', 'p.approving_session_id')
    .select(['s.auth_provider', 's.authenticated_at', 's.user_verified'])
    .where('p.id', '=', pairingId)
    .executeTakeFirst()
  return (
    row && {
      authProvider: row.auth_provider,
      authenticatedAt: row.authenticated_at,
      userVerified: row.user_verified,
    }
  )
}

async function findPairingOfBrowser(tx: Tx, request: RequestInfo, deps: Deps) {
  const secret = secretFromCookie(request, deps)
  if (secret === '') return undefined
  const row = await tx
    .selectFrom('pairings')
    .selectAll()
    .where('cookie_hash', '=', sha256Hex(secret))
    .executeTakeFirst()
  return row && { id: row.id, expiresAt: row.expires_at, approvedBy: row.approved_by, endedAt: row.ended_at }
}

function secretFromCookie({ cookies }: RequestInfo, { env }: Deps): string {
  return cookies[hostCookieName(pairingCookie, env)] ?? ''
}

function randomDigits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0')
}

/**
 * Returns a deterministic random source: the decoys stay the same however often the code is looked up, so that
 * comparing lookups does not reveal the right number.
 */
function seededRandom(secret: string): (below: number) => number {
  let draws = 0
  return (below) => {
    draws += 1
    return createHmac('sha256', secret).update(`choice ${draws}`).digest().readUInt32BE() % below
  }
}

function sha256Hex(text: string): string {
  return hash('sha256', text)
}

function hashCode(code: string, { env }: Pick<Deps, 'env'>): string {
  return createHmac('sha256', env.secret ?? '')
    .update(`pairing ${code}`)
    .digest('hex')
}
