import { type Session } from '@veranda/contract/accounts/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { day, instant, second } from '@veranda/core/time/instant.ts'
import { type Actor } from '../../access/actor.ts'
import { type Tx } from '../../db/database.ts'
import { moment } from '../../db/moment.ts'
import { type Deps } from '../../deps.ts'
import { type Out, type RequestInfo } from '../../http/serve.ts'
import { authOver, sessionIdle } from './auth.ts'
import { cookieOf, makeToken } from './open-session.ts'
import { findPerson, toUser } from './rows.ts'

type At = { tx: Tx; actor: Actor | undefined; deps: Deps; request: RequestInfo; out: Out }

/**
 * Who the cookie stands for, with a fresh token. Its use moves the session's idle limit on, at most once a day, and
 * sends the cookie again for as long.
 */
export async function readSession({ tx, actor, deps, request, out }: At): Promise<Result<Session>> {
  const person = actor && (await findPerson(tx, actor.id))
  const token = request.cookieToken
  if (!actor || !person || !token) return refuse('request.not-signed-in', 'not-signed-in')
  const now = Date.now()
  const moved = await tx
    .updateTable('sessions')
    .set({ expires_at: new Date(now + sessionIdle * second), updated_at: new Date(now) })
    .where('id', '=', actor.sessionId)
    .where('updated_at', '<', moment(instant(now - day)))
    .executeTakeFirst()
  if (moved.numUpdatedRows > 0n) out.header('set-cookie', cookieOf(token, deps))
  const fresh = await makeToken(authOver(tx, deps), person, { id: actor.sessionId, token })
  return ok({ user: toUser(person), ...fresh })
}
