import { type RegisterBody, type Session } from '@veranda/contract/accounts/schemas.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { checkPassword } from '@veranda/core/accounts/password.ts'
import { currentTerms } from '@veranda/core/accounts/terms.ts'
import { type PersonId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { audit } from '../../audit/audit.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { type Out, type RequestInfo } from '../../http/serve.ts'
import { append } from '../../log/append.ts'
import { type Auth, authOver } from './auth.ts'
import { commonPasswords } from './common-passwords.ts'
import { openSession } from './open-session.ts'
import { firstNameOf, isTimeZone } from './rows.ts'

type At = { tx: Tx; deps: Deps; request: RequestInfo; out: Out }

/** Makes an account with consent to the terms in force, and signs it in. */
export async function registerPerson(at: At, body: Required<RegisterBody>): Promise<Result<Session>> {
  const auth = authOver(at.tx, at.deps)
  const made = await createPerson(at, auth, body)
  return made.ok ? ok(await openSession(at, auth, made.value)) : made
}

/** The account without a session; also how the demo world makes its people. Answers the person's id. */
export async function createPerson(
  { tx, deps, request }: Pick<At, 'tx' | 'deps'> & { request?: RequestInfo },
  auth: Auth,
  body: Required<RegisterBody>,
): Promise<Result<PersonId>> {
  if (body.terms !== currentTerms) return refuse('account.terms-outdated', 'conflict', { field: 'terms' })
  if (!isTimeZone(body.timeZone)) return refuse('account.time-zone-unknown', 'invalid', { field: 'timeZone' })
  const chosen = checkPassword(body.password, body, commonPasswords)
  if (!chosen.ok) return chosen
  const email = body.email.toLowerCase()
  // A second registration with the address waits here, and then sees the first one's row.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`register ${email}`}, 0))`.execute(tx)
  const taken = await tx.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst()
  if (taken) return refuse('account.email-taken', 'conflict', { field: 'email' })
  const now = deps.clock.now()
  const id = await signUp(auth, deps, { ...body, email })
  const event = { type: 'account.registered', data: { personId: id, role: body.role } } satisfies AccountEvent
  await append(tx, { ...event, subject: { kind: 'person', id }, actor: id, at: now })
  await audit(tx, {
    what: event.type,
    person: id,
    actor: id,
    at: now,
    data: { terms: body.terms },
    ...(request && { request }),
  })
  return ok(id)
}

/** Better Auth's own writes of a user with a password, with our columns beside. */
async function signUp(auth: Auth, { clock }: Deps, body: Required<RegisterBody>): Promise<PersonId> {
  const { internalAdapter, password } = await auth.$context
  const now = new Date(clock.now())
  const user = await internalAdapter.createUser(
    {
      email: body.email,
      name: body.name,
      emailVerified: false,
      firstName: firstNameOf(body.name),
      role: body.role,
      timeZone: body.timeZone,
      language: body.language,
      termsVersion: body.terms,
      termsAt: now,
      createdAt: now,
      updatedAt: now,
    },
    { method: 'email-password' },
  )
  const hash = await password.hash(body.password)
  await internalAdapter.linkAccount({ userId: user.id, providerId: 'credential', accountId: user.id, password: hash })
  // A person's id is born here.
  return user.id as PersonId
}
