import { type AuthProvider } from '@veranda/contract/accounts/schemas.ts'
import { type Selectable, sql } from 'kysely'
import { type Db, type Tx } from '../../platform/db/database.ts'
import { type AccountTables } from '../../platform/db/tables/accounts.ts'

export type UserRow = Selectable<AccountTables['users']>

/** Finds a user whose account is open. */
export function findOpenUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).where('closed_at', 'is', null).executeTakeFirst()
}

/** Returns how a session began. */
export async function findAuthProvider(db: Db, sessionId: string): Promise<AuthProvider> {
  const row = await db.selectFrom('sessions').select('auth_provider').where('id', '=', sessionId).executeTakeFirst()
  return row?.auth_provider ?? 'email'
}

/** Locks an address for this transaction: of two that want it, the second waits and then sees the first one's row. */
export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`register ${email}`}, 0))`.execute(tx)
}

/** Returns the id of the account, open or closed, that has an address. */
export async function findEmailOwner(db: Db, email: string): Promise<string | undefined> {
  return (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id
}

/** Finds and locks a user whose account is open, for a change of their address. */
export function lockOpenUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Locks a user until the transaction ends, so that of calls that count or check what the user has each sees the others'. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** Returns whether the user has a public page or an hourly service. The role claim decides nothing. */
export async function offersServices(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ offers: boolean }>`
    select exists (select from creators where user_id = ${userId})
      or exists (select from hourly_services where creator_id = ${userId} and removed_at is null) as offers`.execute(db)
  return rows[0]?.offers ?? false
}
