import { type Session } from '@veranda/contract/accounts/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { type Out, type RequestInfo } from '../../http/serve.ts'
import { authOver } from './auth.ts'
import { makeToken } from './open-session.ts'
import { findPerson, toUser } from './rows.ts'

type At = { t: Tx; deps: Deps; request: RequestInfo; out: Out }

/** Who the cookie stands for, with a fresh token. Its use moves the session's idle limit on, at most once a day. */
export async function readSession({ t, deps, request, out }: At): Promise<Result<Session>> {
  const nobody = refuse('request.not-signed-in', 'not-signed-in')
  if (!request.cookieToken) return nobody
  const auth = authOver(t, deps)
  const headers = new Headers({ cookie: String(request.headers['cookie'] ?? '') })
  const found = await auth.api.getSession({ headers, returnHeaders: true })
  for (const cookie of found.headers.getSetCookie()) {
    if (cookie.startsWith('veranda.session=')) out.header('set-cookie', cookie)
  }
  const person = found.response && (await findPerson(t, found.response.user.id))
  if (!found.response || !person) return nobody
  return ok({ user: toUser(person), ...(await makeToken(auth, person, found.response.session)) })
}
