import { createHash, timingSafeEqual } from 'node:crypto'
import { type PersonId } from '@veranda/core/ids.ts'
import { createLocalJWKSet, errors, jwtVerify, type JSONWebKeySet } from 'jose'
import { type Database } from '../db/database.ts'
import { type Actor, type Role } from './actor.ts'
import { type Gate, makeGate, standingSession } from './gate.ts'

export const tokenIssuer = 'veranda'
export const tokenAudience = 'veranda-api'
export const sessionCookie = 'veranda.session'

type Claims = {
  sessionId: string
  personId: string
  cookieHash: string
  expiresAt: number
  /** As the rows said when they were asked last. */
  actor: Actor | undefined
}

/** What the two halves of a caller's standing are: the token from the header, the session's token from the cookie. */
export type Standing = { token: string | undefined; cookieToken: string | undefined }

export type Access = {
  /** The actor of a call with token and cookie; undefined when either is missing, over, or not the other's. */
  actorOf(standing: Standing): Promise<Actor | undefined>
  /**
   * The way of a read whose own statement checks the session; undefined when this token was not asked for before and
   * `actorOf` has to be.
   */
  gateOf(standing: Standing): Gate | undefined
  /** The actor that the cookie alone stands for. */
  actorOfCookie(cookieToken: string | undefined): Promise<Actor | undefined>
  /** Which of these sessions are over. */
  endedOf(sessionIds: readonly string[]): Promise<string[]>
}

const tokensKept = 20_000

/** The hash in a token's `ch` claim, of the session cookie it belongs to: base64url of sha256. */
export function hashOfCookie(cookieToken: string): string {
  return createHash('sha256').update(cookieToken).digest('base64url')
}

/** The session's own token out of the cookie's value `token.signature`. */
export function tokenOfCookie(cookie: string | undefined): string | undefined {
  const token = cookie === undefined ? undefined : decode(cookie).split('.', 1)[0]
  return token === '' ? undefined : token
}

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text)
    // Postgres takes no such text, so no session has it.
    return decoded.includes('\0') ? '' : decoded
  } catch {
    return ''
  }
}

/** Verifies each token once and keeps it until it is over; asks the session's and person's rows at every call. */
export function makeAccess({ pool, reading }: Pick<Database, 'pool' | 'reading'>): Access {
  const verified = new Map<string, Claims>()
  let keys: ReturnType<typeof createLocalJWKSet> | undefined

  const loadKeys = async () => {
    const { rows } = await pool.query<{ id: string; public_key: string }>(
      "select id, public_key from signing_keys where expires_at is null or expires_at > now() - interval '2 days'",
    )
    const set: JSONWebKeySet = {
      // Better Auth writes the public key as a JWK in text.
      keys: rows.map((row) => ({
        ...(JSON.parse(row.public_key) as JSONWebKeySet['keys'][number]),
        kid: row.id,
        alg: 'EdDSA',
      })),
    }
    keys = createLocalJWKSet(set)
    return keys
  }

  const check = async (token: string, set: ReturnType<typeof createLocalJWKSet>) => {
    const options = { algorithms: ['EdDSA'], issuer: tokenIssuer, audience: tokenAudience, typ: 'JWT' }
    return (await jwtVerify(token, set, options)).payload
  }

  const verify = async (token: string): Promise<Claims | undefined> => {
    const known = verified.get(token)
    if (known) {
      if (known.expiresAt > Date.now()) return known
      verified.delete(token)
      return undefined
    }
    try {
      const payload = await check(token, keys ?? (await loadKeys())).catch(async (error: unknown) => {
        if (error instanceof errors.JWKSNoMatchingKey) return check(token, await loadKeys())
        throw error
      })
      const { sub, sid, ch, exp } = payload
      if (typeof sub !== 'string' || typeof sid !== 'string' || typeof ch !== 'string' || exp === undefined)
        return undefined
      const claims = { sessionId: sid, personId: sub, cookieHash: ch, expiresAt: exp * 1_000, actor: undefined }
      if (verified.size >= tokensKept) {
        const oldest = verified.keys().next()
        if (!oldest.done) verified.delete(oldest.value)
      }
      verified.set(token, claims)
      return claims
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
      throw error
    }
  }

  const askFor = async (claims: Claims) => {
    const { rows } = await pool.query<ActorRow>({ ...byId, values: [claims.sessionId, claims.personId] })
    claims.actor = rows[0] && toActor(rows[0])
    return claims.actor
  }

  return {
    async actorOf({ token, cookieToken }) {
      if (!token || !cookieToken) return undefined
      const claims = await verify(token)
      if (!claims || !equal(claims.cookieHash, hashOfCookie(cookieToken))) return undefined
      return askFor(claims)
    },
    gateOf({ token, cookieToken }) {
      const claims = token === undefined ? undefined : verified.get(token)
      if (!claims?.actor || !cookieToken || claims.expiresAt <= Date.now()) return undefined
      if (!equal(claims.cookieHash, hashOfCookie(cookieToken))) return undefined
      return makeGate({ pool, reading, actor: claims.actor, ask: () => askFor(claims) })
    },
    async actorOfCookie(cookieToken) {
      if (!cookieToken) return undefined
      const { rows } = await pool.query<ActorRow>({ ...byToken, values: [cookieToken] })
      return rows[0] && toActor(rows[0])
    },
    async endedOf(sessionIds) {
      if (sessionIds.length === 0) return []
      const { rows } = await pool.query<{ id: string }>({ ...living, values: [sessionIds] })
      const alive = new Set(rows.map((row) => row.id))
      return sessionIds.filter((id) => !alive.has(id))
    },
  }
}

type ActorRow = { id: string; role: Role; operator: boolean; session_id: string }

const columns = `select p.id, p.role, p.operator, s.id as session_id from ${standingSession}`
const byId = {
  name: 'access-by-id',
  text: `${columns} where s.id = $1 and s.person_id = $2`,
}
const byToken = {
  name: 'access-by-token',
  text: `${columns} where s.token = $1`,
}
const living = {
  name: 'access-living',
  text: `select s.id from ${standingSession} where s.id = any($1::uuid[])`,
}

function toActor(row: ActorRow): Actor {
  // A person's row is where the brand of PersonId comes from.
  return { id: row.id as PersonId, role: row.role, operator: row.operator, sessionId: row.session_id }
}

function equal(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
