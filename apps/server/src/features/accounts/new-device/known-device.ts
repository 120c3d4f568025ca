import { type UserId } from '@veranda/core/ids.ts'
import { after, day, second } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { hash, randomBytes } from 'node:crypto'
import { type Tx } from '../../../platform/db/database.ts'
import { timestamptz } from '../../../platform/db/timestamptz.ts'
import { type Deps } from '../../../platform/deps.ts'
import { hostCookieName, setCookieHeader } from '../../../platform/http/cookies.ts'
import { type RouteContext } from '../../../platform/http/route.ts'

type DeviceContext = Pick<RouteContext<undefined>, 'tx' | 'deps' | 'request' | 'replyHeaders'>

const deviceCookie = 'veranda.device'
/** Of the token in the cookie. */
const tokenBytes = 24
/** Hexadecimal digits of the account in the name of its cookie. */
const accountDigits = 16
/** A browser that an account does not sign in with for this long is a new one. */
const deviceLifetimeMs = 365 * day

type Device = { readonly id: string; readonly isNew: boolean }

/**
 * Finds the device that this browser is to an account, by a cookie, or makes it known from now on. Accounts that share a
 * browser have a cookie each, and nothing in the database says that they do.
 */
export async function recognizeDevice(ctx: DeviceContext, userId: UserId): Promise<Device> {
  const { tx, deps, request } = ctx
  const now = deps.clock.now()
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('last_used_at', '<=', timestamptz(after(now, -deviceLifetimeMs)))
    .execute()
  const sent = request.cookies[cookieName(userId, deps)]
  const known = sent
    ? await tx
        .updateTable('known_devices')
        .set({ last_used_at: new Date(now) })
        .where('user_id', '=', userId)
        .where('token_hash', '=', hash('sha256', sent))
        .returning('id')
        .executeTakeFirst()
    : undefined
  if (sent && known) {
    setDeviceCookie(ctx, userId, sent)
    return { id: known.id, isNew: false }
  }
  // A new token even if the browser sent one: what a stranger planted here must not become known.
  const token = randomBytes(tokenBytes).toString('base64url')
  const id = deps.ids.next()
  await tx
    .insertInto('known_devices')
    .values({ id, user_id: userId, token_hash: hash('sha256', token), last_used_at: new Date(now) })
    .execute()
  setDeviceCookie(ctx, userId, token)
  return { id, isNew: true }
}

/** Forgets a device of an account, and returns the sessions that it has. */
export async function forgetDevice(tx: Tx, userId: UserId, deviceId: string): Promise<string[]> {
  const sessions = await tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .execute()
  await tx.deleteFrom('known_devices').where('id', '=', deviceId).where('user_id', '=', userId).execute()
  return sessions.map(({ id }) => id)
}

/** Forgets the devices of an account but that of one session, so that their next sign-in is reported. */
export async function forgetOtherDevices(tx: Tx, userId: UserId, keptSessionId: string): Promise<void> {
  await sql`
    delete from known_devices where user_id = ${userId}
      and id is distinct from (select device_id from sessions where id = ${keptSessionId})`.execute(tx)
}

/** Forgets the device of a session of this account, so that its next sign-in is reported. */
export async function forgetDeviceOfSession(tx: Tx, userId: UserId, sessionId: string): Promise<void> {
  await sql`
    delete from known_devices where user_id = ${userId}
      and id = (select device_id from sessions where id = ${sessionId} and user_id = ${userId})`.execute(tx)
}

function setDeviceCookie({ deps, replyHeaders }: DeviceContext, userId: UserId, value: string): void {
  const maxAgeSeconds = deviceLifetimeMs / second
  // Lax, because a sign-in by a provider comes back from another site.
  const cookie = { name: cookieName(userId, deps), value, maxAgeSeconds, path: '/', sameSite: 'lax' } as const
  replyHeaders.set('set-cookie', setCookieHeader(cookie, deps.env))
}

function cookieName(userId: UserId, { env }: Pick<Deps, 'env'>): string {
  return hostCookieName(`${deviceCookie}.${hash('sha256', userId).slice(0, accountDigits)}`, env)
}
