import { createHash, timingSafeEqual } from 'node:crypto'
import { type PersonId } from '@veranda/core/ids.ts'
import { createLocalJWKSet, errors, jwtVerify, type JSONWebKeySet } from 'jose'
import { type Pool } from 'pg'
import { type Wake } from '../db/wake.ts'
import { type Actor, type Role } from './actor.ts'

export const tokenIssuer = 'veranda'
export const tokenAudience = 'veranda-api'
export const sessionCookie = 'veranda.session'

type Claims = {
  sessionId: string
  personId: string
  cookieHash: string
  expiresAt: number
}

/** What the two halves of a caller's standing are: the token from the header, the session's token from the cookie. */
export type Standing = { token: string | undefined; cookieToken: string | undefined }

export type Access = {
  /** The actor of a call with token and cookie; undefined when either is missing, over, or not the other's. */
  actorOf(standing: Standing): Promise<Actor | undefined>
  /** The actor that the cookie alone stands for. */
  actorOfCookie(cookieToken: string | undefined): Promise<Actor | undefined>
  /** Which of these sessions are over. */
  endedOf(sessionIds: readonly string[]): Promise<string[]>
}

const maxTokens = 20_000
const maxSessions = 20_000

/** How long a session and its user, once read, are used without being read again. */
export const sessionCacheMs = 1_000

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

/** A session ends by itself after its idle limit (`expires_at`, moved on by use) and 30 days after it began. */
const liveSessions = `sessions s join people p on p.id = s.person_id and p.closed_at is null
  and s.expires_at > now() and s.created_at > now() - interval '30 days'`

/** A read of session and user that is under way or done; `sessionId` is unknown while it is under way. */
type CachedActor = {
  readonly readAt: number
  readonly actor: Promise<Actor | undefined>
  sessionId: string | undefined
}

/**
 * Verifies each token's signature once, and reads session and user at most once per `sessionCacheMs`. A session that
 * ends is dropped from the cache with the commit on this node and with the notification on other nodes; should that be
 * lost, it expires with the cache. `now` is monotonic, in milliseconds.
 */
export function makeAccess({ pool, wake, now = () => performance.now() }: AccessParts): Access {
  const verified = new Map<string, Claims>()
  const cached = new Map<string, CachedActor>()

  const drop = (endedSessions: readonly string[]) => {
    if (endedSessions.length === 0) return
    const ended = new Set(endedSessions)
    // A read that is under way may have seen the session before it ended.
    for (const [key, { sessionId }] of cached) if (sessionId === undefined || ended.has(sessionId)) cached.delete(key)
  }
  wake.on(({ endedSessions, all }) => {
    if (all) cached.clear()
    else drop(endedSessions ?? [])
  })

  const actorBy = (
    key: string,
    query: { name: string; text: string },
    values: string[],
  ): Promise<Actor | undefined> => {
    const known = cached.get(key)
    if (known && now() - known.readAt < sessionCacheMs) return known.actor
    const read = async () => {
      const { rows } = await pool.query<ActorRow>({ ...query, values })
      return rows[0] && toActor(rows[0])
    }
    const entry: CachedActor = { readAt: now(), actor: read(), sessionId: undefined }
    const forget = () => {
      if (cached.get(key) === entry) cached.delete(key)
    }
    entry.actor.then((actor) => {
      if (actor) entry.sessionId = actor.sessionId
      else forget()
    }, forget)
    cached.delete(key)
    if (cached.size >= maxSessions) {
      const oldest = cached.keys().next()
      if (!oldest.done) cached.delete(oldest.value)
    }
    cached.set(key, entry)
    return entry.actor
  }

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
      const claims = { sessionId: sid, personId: sub, cookieHash: ch, expiresAt: exp * 1_000 }
      if (verified.size >= maxTokens) {
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

  return {
    async actorOf({ token, cookieToken }) {
      if (!token || !cookieToken) return undefined
      const claims = await verify(token)
      if (!claims || !equal(claims.cookieHash, hashOfCookie(cookieToken))) return undefined
      return actorBy(`session ${claims.sessionId} ${claims.personId}`, byId, [claims.sessionId, claims.personId])
    },
    async actorOfCookie(cookieToken) {
      if (!cookieToken) return undefined
      return actorBy(`cookie ${cookieToken}`, byToken, [cookieToken])
    },
    async endedOf(sessionIds) {
      if (sessionIds.length === 0) return []
      const { rows } = await pool.query<{ id: string }>({ ...living, values: [sessionIds] })
      const alive = new Set(rows.map((row) => row.id))
      const ended = sessionIds.filter((id) => !alive.has(id))
      drop(ended)
      return ended
    },
  }
}

type AccessParts = { readonly pool: Pick<Pool, 'query'>; readonly wake: Pick<Wake, 'on'>; readonly now?: () => number }

type ActorRow = { id: string; role: Role; operator: boolean; session_id: string }

const columns = `select p.id, p.role, p.operator, s.id as session_id from ${liveSessions}`
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
  text: `select s.id from ${liveSessions} where s.id = any($1::uuid[])`,
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
