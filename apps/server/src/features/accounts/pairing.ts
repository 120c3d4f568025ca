import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import { type FoundPairing, type Pairing, type PairingCode } from '@veranda/contract/accounts/pairing-schemas.ts'
import { type Session } from '@veranda/contract/accounts/schemas.ts'
import { matchChoices, pairingLives, pairingState } from '@veranda/core/accounts/pairing.ts'
import { type PersonId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after, toIso } from '@veranda/core/time/instant.ts'
import { type Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import { type Tx } from '../../db/database.ts'
import { moment } from '../../db/moment.ts'
import { type Deps } from '../../deps.ts'
import { isSecure } from '../../http/own-address.ts'
import { type Out, type RequestInfo } from '../../http/serve.ts'
import { cookieOf } from '../../live/admit.ts'
import { authOver } from './auth.ts'
import { openSession } from './open-session.ts'

type At = { tx: Tx; deps: Deps; request: RequestInfo; out: Out }

const cookieName = 'veranda.pairing'
const cookiePath = '/api/accounts/pairings'
const over = () => refuse('pairing.over', 'not-found')

/** A code for this browser; the one it had before is dead. */
export async function startPairing({ tx, deps, request, out }: At): Promise<Result<PairingCode>> {
  const now = deps.clock.now()
  const secret = randomBytes(24).toString('base64url')
  const match = digits(2)
  const expiresAt = after(now, pairingLives)
  // Codes that are over are free again; and whoever asks anew gives the former one up.
  await tx
    .updateTable('pairings')
    .set({ ended_at: new Date(now) })
    .where('ended_at', 'is', null)
    .where((e) => e.or([e('expires_at', '<=', moment(now)), e('cookie_hash', '=', hashOf(secretOf(request)))]))
    .execute()
  for (let tries = 0; tries < 20; tries += 1) {
    const code = digits(6)
    const made = await tx
      .insertInto('pairings')
      .values({
        id: deps.ids.next(),
        code_hash: codeHash(code, deps),
        cookie_hash: hashOf(secret),
        match,
        user_agent: request.userAgent?.slice(0, 400) ?? null,
        place: request.ip,
        created_at: new Date(now),
        expires_at: new Date(expiresAt),
      })
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) continue
    out.header('set-cookie', cookie(secret, pairingLives / 1_000, deps))
    return ok({ code, match, expiresAt: toIso(expiresAt) })
  }
  return refuse('pairing.busy', 'unavailable')
}

/** How far the pairing of this browser has come. */
export async function readPairing({ tx, deps, request }: At): Promise<Result<Pairing>> {
  const row = await ownRow(tx, request)
  return ok({ state: row ? pairingState(row, deps.clock.now()) : 'over' })
}

/** The session that was approved, for the very browser that asked; the code is used up with it. */
export async function finishPairing(at: At): Promise<Result<Session>> {
  const { tx, deps, request } = at
  const row = await ownRow(tx, request)
  const now = deps.clock.now()
  if (!row || pairingState(row, now) !== 'approved' || row.approvedBy === null) return over()
  const used = await tx
    .updateTable('pairings')
    .set({ ended_at: new Date(now) })
    .where('id', '=', row.id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  // The id of a person's row.
  return used ? ok(await openSession(at, authOver(tx, deps), row.approvedBy as PersonId)) : over()
}

/** What stands behind a code, for who is signed in and may let it in. */
export async function findPairing(
  { tx, actor, deps }: { tx: Tx; actor: Actor; deps: Deps },
  code: string,
): Promise<Result<FoundPairing>> {
  const row = await tx
    .updateTable('pairings')
    .set({ asked_by: actor.id })
    .where('code_hash', '=', codeHash(code.replace(/\s/, ''), deps))
    .where('ended_at', 'is', null)
    .where('approved_by', 'is', null)
    .where('expires_at', '>', moment(deps.clock.now()))
    .returning(['id', 'user_agent', 'place', 'created_at', 'match', 'cookie_hash'])
    .executeTakeFirst()
  if (!row) return refuse('pairing.no-such-code', 'not-found', { field: 'code' })
  const { id, user_agent: userAgent, place, created_at, match, cookie_hash: secret } = row
  return ok({ id, userAgent, place, createdAt: toIso(created_at), matches: matchChoices(match, drawnFrom(secret)) })
}

/** Lets the device in. There is one try: a wrong number ends the pairing, and another code has to be asked for. */
export async function approvePairing(
  { tx, actor, deps, request }: { tx: Tx; actor: Actor; deps: Deps; request: RequestInfo },
  id: string,
  match: string,
): Promise<Result<{ right: boolean }>> {
  const now = deps.clock.now()
  const row = await tx
    .selectFrom('pairings')
    .select(['match', 'user_agent'])
    .where('id', '=', id)
    .where('asked_by', '=', actor.id)
    .where('ended_at', 'is', null)
    .where('approved_by', 'is', null)
    .where('expires_at', '>', moment(now))
    .forUpdate()
    .executeTakeFirst()
  if (!row) return over()
  const right = row.match === match
  const change = right ? { approved_by: actor.id } : { ended_at: new Date(now) }
  await tx.updateTable('pairings').set(change).where('id', '=', id).execute()
  const what = right ? 'account.device-paired' : 'account.device-refused'
  await audit(tx, { what, person: actor.id, actor: actor.id, at: now, request })
  return ok({ right })
}

async function ownRow(tx: Tx, request: RequestInfo) {
  const secret = secretOf(request)
  if (secret === '') return undefined
  const row = await tx.selectFrom('pairings').selectAll().where('cookie_hash', '=', hashOf(secret)).executeTakeFirst()
  return row && { id: row.id, expiresAt: row.expires_at, approvedBy: row.approved_by, endedAt: row.ended_at }
}

function secretOf({ headers }: RequestInfo): string {
  const { cookie: sent } = headers
  return cookieOf(Array.isArray(sent) ? sent.join('; ') : sent, cookieName) ?? ''
}

function cookie(value: string, maxAge: number, { env }: Pick<Deps, 'env'>): string {
  const secure = isSecure(env) ? '; Secure' : ''
  return `${cookieName}=${value}; Max-Age=${maxAge}; Path=${cookiePath}; HttpOnly; SameSite=Strict${secure}`
}

function digits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0')
}

/** Chance that is the same however often it is asked: other choices each time would tell which of them stays. */
function drawnFrom(secret: string): (below: number) => number {
  let drawn = 0
  return (below) => {
    drawn += 1
    return createHmac('sha256', secret).update(`choice ${drawn}`).digest().readUInt32BE() % below
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function codeHash(code: string, { env }: Pick<Deps, 'env'>): string {
  return createHmac('sha256', env.secret ?? '')
    .update(`pairing ${code}`)
    .digest('hex')
}
