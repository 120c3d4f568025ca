import { type Account, type User } from '@veranda/contract/accounts/schemas.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { type Selectable, sql } from 'kysely'
import { type Db } from '../../db/database.ts'
import { type AccountTables } from '../../db/tables/accounts.ts'
import { fileAddress } from '../../files/address.ts'

export type PersonRow = Selectable<AccountTables['people']>

/** The row of a person whose account is open. */
export function findPerson(db: Db, id: string): Promise<PersonRow | undefined> {
  return db.selectFrom('people').selectAll().where('id', '=', id).where('closed_at', 'is', null).executeTakeFirst()
}

/** The signed-in person as the shell keeps it. */
export function toUser(row: PersonRow): User {
  return {
    id: row.id,
    firstName: row.first_name,
    name: row.name,
    email: row.email,
    role: row.role,
    avatar: fileAddress(row.avatar_file),
    createdAt: toIso(row.created_at),
    lastLogin: toIso(row.last_login_at ?? row.created_at),
    authProvider: 'email',
  }
}

/** One's own account with the settings that only oneself sees. */
export async function toAccount(db: Db, row: PersonRow): Promise<Account> {
  const creator = await db
    .selectFrom('creators')
    .select(sql<number>`1`.as('one'))
    .where('person_id', '=', row.id)
    .executeTakeFirst()
  return {
    ...toUser(row),
    timeZone: row.time_zone,
    language: row.language,
    theme: row.theme,
    creates: creator !== undefined || row.role === 'creator',
    operator: row.operator,
  }
}

/** What one is called by: the first word of the name. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/u, 1)[0] ?? name
}

/** Whether the runtime knows the IANA zone. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
