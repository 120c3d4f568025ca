import { type Passkey } from '@veranda/contract/accounts/passkeys/schemas.ts'
import { passkeyActionsFor, type SignInMethods } from '@veranda/core/accounts/social/sign-in-methods.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { type Insertable, type Selectable } from 'kysely'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { type AccountTables } from '../../../platform/db/tables/accounts.ts'

type PasskeyRow = Selectable<AccountTables['passkeys']>
export type StoredPasskey = Pick<PasskeyRow, 'id' | 'credential_id' | 'public_key' | 'counter' | 'name'> & {
  readonly userId: UserId
}

/** Lists a user's passkeys, oldest first. */
export function listPasskeyRows(db: Db, userId: UserId): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Counts a user's passkeys. */
export async function countPasskeys(db: Db, userId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns whether a user has a passkey whose authenticator checks who uses it. */
export async function hasVerifyingPasskey(db: Db, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .where('verifies_user', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Finds the passkey of a credential, if the account of its user is open, and locks it. */
export async function lockPasskeyOfCredential(tx: Tx, credentialId: string): Promise<StoredPasskey | undefined> {
  const row = await tx
    .selectFrom('passkeys as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.user_id', 'p.credential_id', 'p.public_key', 'p.counter', 'p.name'])
    .where('p.credential_id', '=', credentialId)
    .where('u.closed_at', 'is', null)
    .forUpdate('p')
    .executeTakeFirst()
  if (!row) return undefined
  const { user_id: userId, ...passkey } = row
  return { ...passkey, userId: asId<UserId>(userId) }
}

/** Writes a passkey. Returns false when its credential is known already. */
export async function insertPasskey(tx: Tx, row: Insertable<AccountTables['passkeys']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('passkeys')
    .values(row)
    .onConflict((c) => c.column('credential_id').doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Notes a use of a passkey. */
export async function markPasskeyUsed(
  tx: Tx,
  id: string,
  use: { counter: number; backedUp: boolean; userVerified: boolean; at: Instant },
): Promise<void> {
  await tx
    .updateTable('passkeys')
    .set({
      counter: use.counter,
      backed_up: use.backedUp,
      last_used_at: new Date(use.at),
      // A key that has got a PIN since.
      ...(use.userVerified ? { verifies_user: true } : {}),
    })
    .where('id', '=', id)
    .execute()
}

/** Changes the name of a user's passkey. */
export function updatePasskeyName(tx: Tx, userId: UserId, id: string, name: string): Promise<PasskeyRow | undefined> {
  return tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes a passkey of a user. Returns its name. */
export async function deletePasskey(tx: Tx, userId: UserId, id: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

export function toPasskeyDto(
  row: Pick<PasskeyRow, 'id' | 'name' | 'created_at' | 'last_used_at' | 'backed_up'>,
  signInMethods: SignInMethods,
): Passkey {
  return {
    id: row.id,
    name: row.name,
    createdAt: toIso(row.created_at),
    lastUsedAt: row.last_used_at && toIso(row.last_used_at),
    backedUp: row.backed_up,
    actions: passkeyActionsFor(row.id, signInMethods),
  }
}
