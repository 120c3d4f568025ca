import { type AuthProvider } from '@veranda/contract/accounts/schemas.ts'
import { type Session } from '@veranda/contract/accounts/sessions/schemas.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { sessionIdleLimitMs } from '@veranda/core/accounts/sessions/session-limits.ts'
import { day, type Instant, instant, second, toIso } from '@veranda/core/time/instant.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { parseUserAgent } from '@veranda/core/accounts/sessions/device-name.ts'
import { signJWT } from 'better-auth/plugins'
import { createHmac, randomBytes } from 'node:crypto'
import { hashCookieToken, sessionCookieName } from '../../../platform/access/authentication.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { signalAfterCommit } from '../../../platform/db/commit-signals.ts'
import { type Deps } from '../../../platform/deps.ts'
import { setCookieHeader } from '../../../platform/http/cookies.ts'
import { type RouteContext } from '../../../platform/http/route.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type Auth, jwtOptions, tokenLifetimeSeconds } from '../sign-in/better-auth.ts'
import { toUserDto } from '../user.presenter.ts'
import { toLinkRequest } from '../one-time-links/link-request.ts'
import { recognizeDevice } from '../new-device/known-device.ts'
import { newDeviceQueue, type NewDeviceJob } from '../new-device/new-device-mailer.ts'
import { findOpenUser, type UserRow } from '../user.repository.ts'

/** Of the token in a session's cookie. */
const tokenBytes = 24

/** A cookie is sent again once a day at most, so it outlives the idle limit of its session by a day. */
const sessionCookieSeconds = (sessionIdleLimitMs + day) / second

/** The context of a command that signs in or pairs a browser: no user is known yet, and the reply sets a cookie. */
export type SignInContext = Pick<RouteContext<undefined>, 'tx' | 'deps' | 'request' | 'replyHeaders'>

type SignedInBy = {
  readonly authProvider?: AuthProvider
  readonly authenticatedAt?: Instant
  readonly isOpenToAll?: boolean
  /** By a passkey whose authenticator checked who used it. */
  readonly userVerified?: boolean | undefined
}

/**
 * Starts a session for a user who has just authenticated: writes the row and the cookie, ends the browser's previous
 * session, records the login time, appends the event and the audit row. Returns the user with a fresh token.
 * `authProvider` is how they authenticated, and `authenticatedAt` when, by default now. A new device is reported, unless
 * everyone may sign in as this user.
 */
export async function openSession(
  ctx: SignInContext,
  auth: Auth,
  userId: UserId,
  { authProvider = 'email', authenticatedAt, isOpenToAll = false, userVerified = false }: SignedInBy = {},
): Promise<Session> {
  const { tx, deps, request, replyHeaders } = ctx
  const now = deps.clock.now()
  if (request.cookieToken) await endPreviousSession(tx, request.cookieToken)
  const session = await createSession(tx, auth, userId, {
    ipAddress: request.ip,
    userAgent: request.userAgent,
    authProvider,
  })
  replyHeaders.set('set-cookie', sessionCookieHeader(session.token, deps))
  // The user before their devices, as for a link that forgets one, so that two transactions never wait for each other.
  const { last_login_at: lastLoginAt } = await tx
    .selectFrom('users')
    .select('last_login_at')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const device = await recognizeDevice(ctx, userId)
  await tx
    .updateTable('sessions')
    .set({
      device_id: device.id,
      user_verified: userVerified,
      ...(authenticatedAt !== undefined && { authenticated_at: new Date(authenticatedAt) }),
    })
    .where('id', '=', session.id)
    .execute()
  // The very first sign-in does not count.
  if (device.isNew && lastLoginAt !== null && !isOpenToAll)
    await reportNewDevice(ctx, { userId, sessionId: session.id, deviceId: device.id, at: now })
  await tx
    .updateTable('users')
    .set({ last_login_at: new Date(now) })
    .where('id', '=', userId)
    .execute()
  const event = { type: 'account.signed-in', data: { userId, sessionId: session.id } } satisfies AccountEvent
  await appendEvent(tx, { ...event, subject: { kind: 'user', id: userId }, actor: userId, at: now })
  const data = { by: authProvider }
  await recordAudit(tx, { action: 'account.signed-in', userId, actorId: userId, at: now, request, data })
  const user = await findOpenUser(tx, userId)
  if (!user) throw new Error('a user without an open account signed in')
  return { user: toUserDto(user, authProvider), ...(await signAccessToken(auth, user, session)) }
}

/**
 * Creates the row of a session. Returns its id and the token for the cookie, of which the row holds only the hash, so
 * that a copy of the database opens no session.
 */
export async function createSession(
  tx: Tx,
  auth: Auth,
  userId: UserId,
  device: { ipAddress: string; userAgent: string | null; authProvider?: AuthProvider },
): Promise<{ id: string; token: string }> {
  const { internalAdapter } = await auth.$context
  const token = randomBytes(tokenBytes).toString('base64url')
  // Even a row that is replaced within its transaction stays in the files of the database, so it has the hash from the
  // beginning.
  const row = { ...device, token: hashCookieToken(token) }
  const { id } = await internalAdapter.createSession(userId, false, row, true)
  return { id, token }
}

/**
 * Signs an access token for an active session, with the claims of the user's row and the hash of the session cookie.
 */
export async function signAccessToken(
  auth: Auth,
  user: UserRow,
  session: { id: string; token: string },
): Promise<{ token: string; expiresAt: string }> {
  const exp = Math.floor(Date.now() / 1_000) + tokenLifetimeSeconds
  const payload = {
    sub: user.id,
    name: user.name,
    email: user.email,
    role: user.role,
    sid: session.id,
    ch: hashCookieToken(session.token),
    exp,
  }
  // The plugin's endpoint sets no `typ`; its own function does, and reads only this part of the context.
  const ctx = { context: await auth.$context } as unknown as Parameters<typeof signJWT>[0]
  const token = await signJWT(ctx, { options: jwtOptions, payload, header: { typ: 'JWT' } })
  return { token, expiresAt: toIso(instant(exp * 1_000)) }
}

/** Builds the Set-Cookie header of a session as Better Auth reads it: the token and its HMAC. */
export function sessionCookieHeader(token: string, { env }: Pick<Deps, 'env'>): string {
  const signature = createHmac('sha256', env.secret ?? '')
    .update(token)
    .digest('base64')
  return setCookieHeader(
    { ...cookieOfSession(env), value: `${token}.${signature}`, maxAgeSeconds: sessionCookieSeconds },
    env,
  )
}

/** Builds the Set-Cookie header that deletes the session cookie. */
export function clearSessionCookieHeader({ env }: Pick<Deps, 'env'>): string {
  return setCookieHeader({ ...cookieOfSession(env), value: '', maxAgeSeconds: 0 }, env)
}

const cookieOfSession = (env: Deps['env']) => ({ name: sessionCookieName(env), path: '/', sameSite: 'lax' }) as const

/** Appends `account.new-device` for a sign-in from a device that the account did not know, and has it mailed. */
async function reportNewDevice(
  { tx, deps, request }: Pick<SignInContext, 'tx' | 'deps' | 'request'>,
  { userId, sessionId, deviceId, at }: { userId: UserId; sessionId: string; deviceId: string; at: Instant },
): Promise<void> {
  const event = {
    type: 'account.new-device',
    data: { userId, device: nameOf(request.userAgent) },
  } satisfies AccountEvent
  await appendEvent(tx, { ...event, subject: { kind: 'user', id: userId }, actor: userId, at })
  const job: NewDeviceJob = { userId, sessionId, deviceId, signedInAt: at, request: toLinkRequest(request) }
  await deps.jobs.enqueue(tx, newDeviceQueue, job)
}

/** Returns the product names of a browser and its system, which need no language; else what the browser says of itself. */
function nameOf(userAgent: string | null): string {
  const device = parseUserAgent(userAgent)
  return device ? `${device.browser} · ${device.system}` : (userAgent ?? '')
}

async function endPreviousSession(tx: Tx, token: string): Promise<void> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('token_hash', '=', hashCookieToken(token))
    .returning('id')
    .execute()
  signalAfterCommit(tx, { endedSessions: ended.map(({ id }) => id) })
}
