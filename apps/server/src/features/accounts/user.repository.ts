import { type Account, type User } from '@veranda/contract/accounts/schemas.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { type Selectable, sql } from 'kysely'
import { type Db } from '../../platform/db/database.ts'
import { type AccountTables } from '../../platform/db/tables/accounts.ts'
import { storedFileUrl } from '../../platform/assets/stored-files/stored-file-url.ts'

export type UserRow = Selectable<AccountTables['users']>

/** Finds a user whose account is open. */
export function findOpenUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).where('closed_at', 'is', null).executeTakeFirst()
}

/** Returns the signed-in user as the web stores it. */
export function toUserDto(row: UserRow): User {
  return {
    id: row.id,
    firstName: row.first_name,
    name: row.name,
    email: row.email,
    role: row.role,
    avatar: storedFileUrl(row.avatar_file),
    createdAt: toIso(row.created_at),
    lastLogin: toIso(row.last_login_at ?? row.created_at),
    authProvider: 'email',
  }
}

/** Returns the user's own account with the settings that only they see. */
export async function toAccountDto(db: Db, row: UserRow): Promise<Account> {
  // A user offers something when they have a public page or an hourly service. The role claim decides nothing.
  const { rows } = await sql<{ offers: boolean }>`
    select exists (select from creators where user_id = ${row.id})
      or exists (select from hourly_services where creator_id = ${row.id} and removed_at is null) as offers`.execute(db)
  return {
    ...toUserDto(row),
    timeZone: row.time_zone,
    language: row.language,
    theme: row.theme,
    isCreator: rows[0]?.offers ?? false,
    admin: row.is_admin,
  }
}

/** Returns the first word of the name. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/u, 1)[0] ?? name
}

/** Returns whether the runtime knows the IANA time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
