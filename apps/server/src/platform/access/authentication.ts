import { hash, timingSafeEqual } from 'node:crypto'
import { type AdminRole } from '@veranda/core/admin/admin-roles.ts'
import {
  sessionAbsoluteLimitMs,
  sessionIdleLimitMs,
  sessionUseIntervalMs,
} from '@veranda/core/accounts/sessions/session-limits.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { createLocalJWKSet, errors, jwtVerify, type JSONWebKeySet } from 'jose'
import { type CommitSignals } from '../db/commit-signals.ts'
import { type Database } from '../db/database.ts'
import { type Env } from '../../env.ts'
import { hostCookieName } from '../http/cookies.ts'
import { type Actor, type Role } from './actor.ts'

export const tokenIssuer = 'veranda'
export const tokenAudience = 'veranda-api'
const sessionCookie = 'veranda.session'

/** Returns the name of the session cookie. */
export function sessionCookieName(env: Pick<Env, 'publicUrl' | 'https'>): string {
  return hostCookieName(sessionCookie, env)
}

type Claims = {
  sessionId: string
  userId: string
  cookieHash: string
  expiresAt: number
}

/** The caller's credentials: the token from the header and the session token from the cookie. */
export type Credentials = { token: string | undefined; cookieToken: string | undefined }

export type Authenticator = {
  /**
   * Returns the actor of a token and its cookie; undefined when either is missing, expired, or belongs to another
   * session. `onForged` is called for a token that was not made here.
   */
  authenticate(credentials: Credentials & { readonly onForged?: () => void }): Promise<Actor | undefined>
  /** Returns the actor of a session cookie alone. */
  authenticateCookie(cookieToken: string | undefined): Promise<Actor | undefined>
  /** Returns those of the given sessions that have ended. */
  findEndedSessions(sessionIds: readonly string[]): Promise<string[]>
}

const maxTokens = 20_000
const maxSessions = 20_000

/** Signing keys are read again for an unknown one at most this often. */
const minReloadIntervalMs = 1_000

/** The time for which a session and its user, once read, are used without being read again. */
export const sessionCacheMs = 1_000
/**
 * Sockets make no calls, so each server of them looks this often for sessions that ended without a signal reaching this
 * node: twice in the time in which an ended session has to be gone.
 */
export const endedSessionsCheckMs = sessionCacheMs / 2

/** Returns the base64url SHA-256 of a session cookie's token, as the token's `ch` claim holds it. */
export function hashCookieToken(cookieToken: string): string {
  return hash('sha256', cookieToken, 'base64url')
}

/** Returns the session token from the cookie value `token.signature`; undefined when no session can have it. */
export function readCookieToken(cookie: string | undefined): string | undefined {
  const token = cookie?.split('.', 1)[0]
  // Postgres cannot store U+0000.
  return token === '' || token?.includes('\0') ? undefined : token
}

/**
 * A session ends by itself after its idle limit (`expires_at`, moved on by use) and its absolute one, which counts from
 * `authenticated_at`.
 */
const liveSessions = `sessions s join users u on u.id = s.user_id and u.closed_at is null
  and s.expires_at > now() and s.authenticated_at > now() - interval '${sessionAbsoluteLimitMs} milliseconds'`

/** A read of session and user that is under way or done; `sessionId` is unknown while it is under way. */
type CachedActor = {
  readonly readAt: number
  readonly actor: Promise<Actor | undefined>
  sessionId: string | undefined
}

/**
 * Verifies each token's signature once, and reads session and user at most once per `sessionCacheMs`. A session that
 * ends is dropped from the cache with the commit on this node and with the notification on other nodes; should that be
 * lost, it expires with the cache. A session whose last use was written a while ago is extended with that read. `now` is
 * monotonic, in milliseconds.
 */
export function makeAuthenticator({
  query,
  commitSignals,
  extendSession,
  now = () => performance.now(),
}: AccessParts): Authenticator {
  const verified = new Map<string, Claims>()
  const cached = new Map<string, CachedActor>()

  const drop = (endedSessions: readonly string[]) => {
    if (endedSessions.length === 0) return
    const ended = new Set(endedSessions)
    // A read that is under way may have seen the session before it ended.
    for (const [key, { sessionId }] of cached) if (sessionId === undefined || ended.has(sessionId)) cached.delete(key)
  }
  commitSignals.on(({ endedSessions, resync }) => {
    if (resync) cached.clear()
    else drop(endedSessions ?? [])
  })

  const actorBy = (
    key: string,
    statement: { name: string; text: string },
    values: string[],
  ): Promise<Actor | undefined> => {
    const known = cached.get(key)
    if (known && now() - known.readAt < sessionCacheMs) return known.actor
    const read = async () => {
      const { rows } = await query<ActorRow>({ ...statement, values })
      const [row] = rows
      if (row?.used_long_ago) await extendSession(row.session_id)
      return row && toActor(row)
    }
    const entry: CachedActor = { readAt: now(), actor: read(), sessionId: undefined }
    const forget = () => {
      if (cached.get(key) === entry) cached.delete(key)
    }
    entry.actor.then((actor) => {
      if (actor) entry.sessionId = actor.sessionId
      // One who has no address yet is read again, so that an address counts as soon as it is proved; so is an admin without
      // a second factor.
      if (!actor?.hasEmail || (actor.isAdmin && !actor.hasSecondFactor)) forget()
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
    const { rows } = await query<{ id: string; public_key: string }>({
      text: "select id, public_key from signing_keys where expires_at is null or expires_at > now() - interval '2 days'",
    })
    const set: JSONWebKeySet = {
      // Better Auth stores the public key as a JWK in text form.
      keys: rows.map((row) => ({
        ...(JSON.parse(row.public_key) as JSONWebKeySet['keys'][number]),
        kid: row.id,
        alg: 'EdDSA',
      })),
    }
    keys = createLocalJWKSet(set)
    return keys
  }

  const verifyWith = async (token: string, set: ReturnType<typeof createLocalJWKSet>) => {
    const options = { algorithms: ['EdDSA'], issuer: tokenIssuer, audience: tokenAudience, typ: 'JWT' }
    return (await jwtVerify(token, set, options)).payload
  }

  let reloadedAtMs = -Infinity
  /** Reads the keys for a token of one that is not known, which another node may have made. Forged ones cannot ask often. */
  const reloadKeys = async (error: Error) => {
    if (performance.now() - reloadedAtMs < minReloadIntervalMs) throw error
    reloadedAtMs = performance.now()
    return loadKeys()
  }

  const verify = async (token: string, onForged?: () => void): Promise<Claims | undefined> => {
    const cached = verified.get(token)
    if (cached) {
      if (cached.expiresAt > Date.now()) return cached
      verified.delete(token)
      return undefined
    }
    try {
      const payload = await verifyWith(token, keys ?? (await loadKeys())).catch(async (error: unknown) => {
        if (error instanceof errors.JWKSNoMatchingKey) return verifyWith(token, await reloadKeys(error))
        throw error
      })
      const { sub, sid, ch, exp } = payload
      if (typeof sub !== 'string' || typeof sid !== 'string' || typeof ch !== 'string' || exp === undefined)
        return undefined
      const claims = { sessionId: sid, userId: sub, cookieHash: ch, expiresAt: exp * 1_000 }
      if (verified.size >= maxTokens) {
        const oldest = verified.keys().next()
        if (!oldest.done) verified.delete(oldest.value)
      }
      verified.set(token, claims)
      return claims
    } catch (error) {
      if (!(error instanceof errors.JOSEError) && !(error instanceof TypeError)) throw error
      // An old tab sends one that has expired; any other was not made here.
      if (!(error instanceof errors.JWTExpired)) onForged?.()
      return undefined
    }
  }

  return {
    async authenticate({ token, cookieToken, onForged }) {
      if (!token || !cookieToken) return undefined
      const claims = await verify(token, onForged)
      if (!claims || !timingSafeEqualText(claims.cookieHash, hashCookieToken(cookieToken))) return undefined
      return actorBy(`session ${claims.sessionId} ${claims.userId}`, actorBySession, [claims.sessionId, claims.userId])
    },
    async authenticateCookie(cookieToken) {
      if (!cookieToken) return undefined
      const cookieHash = hashCookieToken(cookieToken)
      return actorBy(`cookie ${cookieHash}`, actorByCookie, [cookieHash])
    },
    async findEndedSessions(sessionIds) {
      if (sessionIds.length === 0) return []
      const { rows } = await query<{ id: string }>({ ...activeSessions, values: [sessionIds] })
      const alive = new Set(rows.map((row) => row.id))
      const ended = sessionIds.filter((id) => !alive.has(id))
      drop(ended)
      return ended
    },
  }
}

type AccessParts = {
  readonly query: Database['query']
  readonly commitSignals: Pick<CommitSignals, 'on'>
  /** Counts the idle limit of a session from now on. */
  readonly extendSession: (sessionId: string) => Promise<void>
  readonly now?: () => number
}

type ActorRow = {
  id: string
  role: Role
  is_admin: boolean
  admin_roles: AdminRole[]
  has_second_factor: boolean
  has_email: boolean
  session_id: string
  used_long_ago: boolean
}

const selectActor = `select u.id, u.role, u.is_admin, u.admin_roles, u.email is not null as has_email, s.id as session_id,
  u.is_admin and (s.user_verified or exists (
    select from totp_factors f where f.user_id = u.id and f.confirmed_at is not null)) as has_second_factor,
  s.expires_at < now() + interval '${sessionIdleLimitMs - sessionUseIntervalMs} milliseconds' as used_long_ago
  from ${liveSessions}`
const actorBySession = {
  name: 'access-by-id',
  text: `${selectActor} where s.id = $1 and s.user_id = $2`,
}
const actorByCookie = {
  name: 'access-by-token',
  text: `${selectActor} where s.token_hash = $1`,
}
const activeSessions = {
  name: 'access-active-sessions',
  text: `select s.id from ${liveSessions} where s.id = any($1::uuid[])`,
}

function toActor(row: ActorRow): Actor {
  const { role, is_admin: isAdmin, admin_roles: adminRoles, has_email: hasEmail, session_id: sessionId } = row
  const hasSecondFactor = row.has_second_factor
  return { id: asId<UserId>(row.id), role, isAdmin, adminRoles, hasSecondFactor, hasEmail, sessionId }
}

function timingSafeEqualText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
