import { type Session } from '@veranda/contract/accounts/schemas.ts'
import { type PersonId } from '@veranda/core/ids.ts'
import { type Instant, instant, toIso } from '@veranda/core/time/instant.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { signJWT } from 'better-auth/plugins'
import { createHmac } from 'node:crypto'
import { hashOfCookie, sessionCookie } from '../../access/access.ts'
import { audit } from '../../audit/audit.ts'
import { type Tx } from '../../db/database.ts'
import { touch } from '../../db/wake.ts'
import { type Deps } from '../../deps.ts'
import { isSecure } from '../../http/own-address.ts'
import { type Out, type RequestInfo } from '../../http/serve.ts'
import { append } from '../../log/append.ts'
import { type Auth, jwtOptions, sessionIdle, tokenLife } from './auth.ts'
import { findPerson, type PersonRow, toUser } from './rows.ts'

type At = { tx: Tx; deps: Deps; request: RequestInfo; out: Out }

/**
 * Starts a session for somebody who has just shown who they are: a new row and cookie, the browser's former session
 * ended, the moment of the login kept, log and audit told. Answers the user with a fresh token.
 */
export async function openSession({ tx, deps, request, out }: At, auth: Auth, personId: PersonId): Promise<Session> {
  const now = deps.clock.now()
  if (request.cookieToken) await endFormer(tx, request.cookieToken)
  const { internalAdapter } = await auth.$context
  const session = await internalAdapter.createSession(personId, false, {
    ipAddress: request.ip,
    userAgent: request.userAgent,
  })
  out.header('set-cookie', cookieOf(session.token, deps))
  await tx
    .updateTable('people')
    .set({ last_login_at: new Date(now) })
    .where('id', '=', personId)
    .execute()
  await noteNewDevice(tx, personId, request.userAgent, now)
  const event = { type: 'account.signed-in', data: { personId, sessionId: session.id } } satisfies AccountEvent
  await append(tx, { ...event, subject: { kind: 'person', id: personId }, actor: personId, at: now })
  await audit(tx, { what: 'account.signed-in', person: personId, actor: personId, at: now, request })
  const person = await findPerson(tx, personId)
  if (!person) throw new Error('somebody without an open account signed in')
  return { user: toUser(person), ...(await makeToken(auth, person, session)) }
}

/** A fresh access token for a living session, with the claims of the person's row and the hash of its cookie. */
export async function makeToken(
  auth: Auth,
  person: PersonRow,
  session: { id: string; token: string },
): Promise<{ token: string; expiresAt: string }> {
  const exp = Math.floor(Date.now() / 1_000) + tokenLife
  const payload = {
    sub: person.id,
    name: person.name,
    email: person.email,
    role: person.role,
    sid: session.id,
    ch: hashOfCookie(session.token),
    exp,
  }
  // The endpoint of the plugin sets no `typ`; its own function does, and needs of a context only this.
  const ctx = { context: await auth.$context } as unknown as Parameters<typeof signJWT>[0]
  const token = await signJWT(ctx, { options: jwtOptions, payload, header: { typ: 'JWT' } })
  return { token, expiresAt: toIso(instant(exp * 1_000)) }
}

/** The session cookie as Better Auth reads it: the token and its HMAC. */
export function cookieOf(token: string, { env }: Pick<Deps, 'env'>): string {
  const signature = createHmac('sha256', env.secret ?? '')
    .update(token)
    .digest('base64')
  return cookie(encodeURIComponent(`${token}.${signature}`), sessionIdle, env)
}

/** Takes the cookie away. */
export function noCookie({ env }: Pick<Deps, 'env'>): string {
  return cookie('', 0, env)
}

function cookie(value: string, maxAge: number, env: Deps['env']): string {
  const secure = isSecure(env) ? '; Secure' : ''
  return `${sessionCookie}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** A device the account was never used on is told to its owner; the very first one is not news. */
async function noteNewDevice(tx: Tx, personId: PersonId, userAgent: string | null, at: Instant): Promise<void> {
  const used = await tx
    .selectFrom('audit')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('all'),
      fn
        .count<number>(
          eb
            .case()
            .when('user_agent', '=', userAgent ?? '')
            .then(1)
            .end(),
        )
        .as('here'),
    ])
    .where('person_id', '=', personId)
    .where('what', '=', 'account.signed-in')
    .executeTakeFirstOrThrow()
  if (used.all === 0 || used.here > 0 || !userAgent) return
  const event = { type: 'account.new-device', data: { personId, device: userAgent } } satisfies AccountEvent
  await append(tx, { ...event, subject: { kind: 'person', id: personId }, actor: personId, at })
}

async function endFormer(tx: Tx, token: string): Promise<void> {
  const former = await tx.deleteFrom('sessions').where('token', '=', token).returning('id').execute()
  touch(tx, { endedSessions: former.map(({ id }) => id) })
}
