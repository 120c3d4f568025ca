import { oneTimeLinkLifetimeMs } from '@veranda/core/accounts/one-time-links/one-time-link.ts'
import { type MailedLink } from '@veranda/core/accounts/registration/registration-link.ts'
import { after } from '@veranda/core/time/instant.ts'
import { type Selectable } from 'kysely'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { type AccountTables } from '../../../platform/db/tables/accounts.ts'
import { type Deps } from '../../../platform/deps.ts'
import { scheduleTimer, timerHandler } from '../../../platform/timers/timers.ts'
import { type NewAccount } from '../create-user.ts'

const expiryTimer = 'accounts.expire-registration'

export type RegistrationRow = Selectable<AccountTables['registrations']>

type NewRow = NewAccount & {
  readonly email: string
  readonly passwordHash: string
  readonly browserHash: string
  readonly sourceHash: string
  readonly returnTo: string | null
}

/** Writes a registration, which is deleted with its link when it is as old as the lifetime of one. Returns its id. */
export async function insertRegistration(
  { tx, deps }: { tx: Tx; deps: Pick<Deps, 'clock' | 'ids'> },
  row: NewRow,
): Promise<string> {
  const now = deps.clock.now()
  const id = deps.ids.next()
  await tx
    .insertInto('registrations')
    .values({
      id,
      email: row.email,
      name: row.name,
      role: row.role,
      terms_version: row.terms,
      time_zone: row.timeZone,
      language: row.language,
      password_hash: row.passwordHash,
      browser_hash: row.browserHash,
      source_hash: row.sourceHash,
      return_to: row.returnTo,
      created_at: new Date(now),
    })
    .execute()
  const subject = { kind: 'registration', id }
  const at = after(now, oneTimeLinkLifetimeMs.registration)
  await scheduleTimer(tx, { kind: expiryTimer, key: `${expiryTimer}:${id}`, subject, at })
  return id
}

/** Finds a registration that is still there. */
export function findRegistration(db: Db, id: string): Promise<RegistrationRow | undefined> {
  return db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Finds the registration of an address that was begun in a browser. */
export function findRegistrationOfBrowser(
  db: Db,
  email: string,
  browserHash: string,
): Promise<RegistrationRow | undefined> {
  return db
    .selectFrom('registrations')
    .selectAll()
    .where('email', '=', email)
    .where('browser_hash', '=', browserHash)
    .executeTakeFirst()
}

/**
 * Lists the links that were mailed to the address of a registration for its other ones. Its own is left out, because a
 * job that runs again does not know whether it was sent.
 */
export async function listOtherMailedLinks(db: Db, { id, email }: RegistrationRow): Promise<MailedLink[]> {
  const rows = await db
    .selectFrom('registrations as r')
    .innerJoin('one_time_links as l', 'l.registration_id', 'r.id')
    .select(['l.created_at', 'r.source_hash'])
    .where('r.email', '=', email)
    .where('r.id', '<>', id)
    .execute()
  return rows.map((row) => ({ createdAt: row.created_at, source: row.source_hash }))
}

/** Deletes all registrations of an address with their links, because one became an account. */
export async function removeRegistrations(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('registrations').where('email', '=', email).execute()
}

/** Deletes a registration with its link, because it cannot become an account. */
export async function removeRegistration(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('registrations').where('id', '=', id).execute()
}

/** Deletes a registration whose link was not pressed in time. */
export const expireRegistration = timerHandler(expiryTimer, async ({ tx, timer }) => {
  await removeRegistration(tx, timer.subject.id)
})
