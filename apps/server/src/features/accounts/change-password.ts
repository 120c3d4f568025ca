import { type PasswordBody } from '@veranda/contract/accounts/schemas.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { checkPassword } from '@veranda/core/accounts/password.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { type RequestInfo } from '../../http/serve.ts'
import { append } from '../../log/append.ts'
import { commonPasswords } from './common-passwords.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { findPerson } from './rows.ts'
import { endSessions } from './sign-out.ts'

/** Changes one's password and ends all of one's other sessions. */
export async function changePassword(
  at: { tx: Tx; actor: Actor; deps: Deps; request: RequestInfo },
  body: PasswordBody,
): Promise<Result<{ done: true }>> {
  const { tx, actor, deps, request } = at
  const credential = await tx
    .selectFrom('credentials')
    .select(['id', 'password'])
    .where('person_id', '=', actor.id)
    .where('provider_id', '=', 'credential')
    .forUpdate()
    .executeTakeFirst()
  const person = await findPerson(tx, actor.id)
  if (!person || !credential?.password || !(await verifyPassword(credential.password, body.current))) {
    return refuse('account.password-wrong', 'invalid', { field: 'current' })
  }
  const chosen = checkPassword(body.next, person, commonPasswords, 'next')
  if (!chosen.ok) return chosen
  const now = deps.clock.now()
  await tx
    .updateTable('credentials')
    .set({ password: await hashPassword(body.next) })
    .where('id', '=', credential.id)
    .execute()
  const others = await tx
    .selectFrom('sessions')
    .select('id')
    .where('person_id', '=', actor.id)
    .where('id', '<>', actor.sessionId)
    .execute()
  const ending = { person: actor.id, sessionIds: others.map(({ id }) => id), at: now, request }
  const endedSessions = await endSessions(tx, 'account.session-ended', ending)
  const event = { type: 'account.password-changed', data: { personId: actor.id, endedSessions } } satisfies AccountEvent
  await append(tx, { ...event, subject: { kind: 'person', id: actor.id }, actor: actor.id, at: now })
  await audit(tx, { what: event.type, person: actor.id, actor: actor.id, at: now, request })
  return ok({ done: true })
}
