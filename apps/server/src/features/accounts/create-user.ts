import { type Language } from '@veranda/contract/shared-schemas.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { firstNameOf } from '@veranda/core/accounts/first-name.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import { type Tx } from '../../platform/db/database.ts'
import { type Deps } from '../../platform/deps.ts'
import { appendEvent } from '../../platform/events/append-event.ts'
import { type RequestInfo } from '../../platform/http/route.ts'
import { findEmailOwner, lockEmail } from './user.repository.ts'

/** An account that can be created: its input is checked, its address is proved and its password is a hash. */
export type NewAccount = {
  readonly name: string
  readonly role: 'client' | 'creator'
  /** The version of the accepted terms. */
  readonly terms: number
  readonly timeZone: string
  readonly language: Language
  /** A verified address in its normal form; null for a user of a provider that gave none. */
  readonly email: string | null
  /** Null for a user who signs in without a password. */
  readonly passwordHash: string | null
}

/**
 * Creates an account without a session, and the credential of its password if it has one. Returns the user's id.
 * Refuses account.email-taken (conflict, on `email`).
 */
export async function createUser(
  { tx, deps, request }: { tx: Tx; deps: Pick<Deps, 'clock' | 'ids'>; request?: RequestInfo },
  account: NewAccount,
): Promise<Result<UserId>> {
  const { email, name, role, timeZone, language, terms, passwordHash } = account
  if (email !== null) {
    await lockEmail(tx, email)
    if ((await findEmailOwner(tx, email)) !== undefined)
      return refuse('account.email-taken', 'conflict', { field: 'email' })
  }
  const now = deps.clock.now()
  const at = new Date(now)
  // The only place where a user id is created.
  const id = asId<UserId>(deps.ids.next())
  await tx
    .insertInto('users')
    .values({
      id,
      name,
      first_name: firstNameOf(name),
      email,
      email_verified: email !== null,
      role,
      time_zone: timeZone,
      language,
      terms_version: terms,
      terms_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute()
  if (passwordHash !== null) {
    const credential = { user_id: id, provider_id: 'credential', account_id: id, password: passwordHash }
    await tx
      .insertInto('credentials')
      .values({ id: deps.ids.next(), ...credential, created_at: at, updated_at: at })
      .execute()
  }
  const event = { type: 'account.registered', data: { userId: id, role } } satisfies AccountEvent
  await appendEvent(tx, { ...event, subject: { kind: 'user', id }, actor: id, at: now })
  await recordAudit(tx, {
    action: event.type,
    userId: id,
    actorId: id,
    at: now,
    data: { terms },
    ...(request && { request }),
  })
  return ok(id)
}
