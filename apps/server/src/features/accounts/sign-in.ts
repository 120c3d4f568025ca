import { type LoginBody, type Session } from '@veranda/contract/accounts/schemas.ts'
import { type PersonId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { type Out, type RequestInfo } from '../../http/serve.ts'
import { authOver } from './auth.ts'
import { openSession } from './open-session.ts'
import { hashPassword, verifyPassword } from './password.ts'

type At = { tx: Tx; deps: Deps; request: RequestInfo; out: Out }

const wrong = refuse('account.invalid-credentials', 'not-signed-in')
let decoy: Promise<string> | undefined

/** Signs in by e-mail and password. Unknown address, wrong password, closed account: one answer, after one hashing. */
export async function signIn(at: At, body: LoginBody): Promise<Result<Session>> {
  const known = await at.tx
    .selectFrom('people as p')
    .innerJoin('credentials as c', (j) => j.onRef('c.person_id', '=', 'p.id').on('c.provider_id', '=', 'credential'))
    .select(['p.id', 'c.password'])
    .where('p.email', '=', body.email.trim().toLowerCase())
    .where('p.closed_at', 'is', null)
    .executeTakeFirst()
  decoy ??= hashPassword('nobody has this password')
  const fits = await verifyPassword(known?.password ?? (await decoy), body.password)
  if (!known?.password || !fits) return wrong
  // The id of a person's row.
  return ok(await openSession(at, authOver(at.tx, at.deps), known.id as PersonId))
}

/** One press: a session for somebody of the demo world. Only where demo entry is on. */
export async function enterAsDemoPerson(at: At, personId: string): Promise<Result<Session>> {
  const absent = refuse('account.person-not-found', 'not-found')
  if (!at.deps.env.demoEntry) return absent
  const person = await at.tx
    .selectFrom('people')
    .select('id')
    .where('id', '=', personId)
    .where('demo_about', 'is not', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  // The id of a person's row.
  return person ? ok(await openSession(at, authOver(at.tx, at.deps), person.id as PersonId)) : absent
}
