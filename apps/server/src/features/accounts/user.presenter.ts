import { type Account } from '@veranda/contract/accounts/settings/schemas.ts'
import { type AuthProvider, type User } from '@veranda/contract/accounts/schemas.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { type Db } from '../../platform/db/database.ts'
import { avatarUrl } from '../../platform/assets/stored-files/stored-file-url.ts'
import { type Actor } from '../../platform/access/actor.ts'
import { findAuthProvider, type UserRow, offersServices } from './user.repository.ts'

/** Returns the signed-in user as the web stores it, with how this session began. */
export function toUserDto(row: UserRow, authProvider: AuthProvider): User {
  return {
    id: row.id,
    firstName: row.first_name,
    name: row.name,
    email: row.email,
    role: row.role,
    avatar: avatarUrl(row.avatar_file),
    createdAt: toIso(row.created_at),
    lastLogin: toIso(row.last_login_at ?? row.created_at),
    authProvider,
  }
}

/** Returns the user's own account with the settings that only they see. */
export async function toAccountDto(db: Db, row: UserRow, { sessionId }: Pick<Actor, 'sessionId'>): Promise<Account> {
  return {
    ...toUserDto(row, await findAuthProvider(db, sessionId)),
    timeZone: row.time_zone,
    language: row.language,
    theme: row.theme,
    offersServices: await offersServices(db, row.id),
    admin: row.is_admin,
    outdatedTerms: row.terms_version < currentTermsVersion ? row.terms_version : null,
    deletionAt: row.deletion_at === null ? null : toIso(row.deletion_at),
  }
}
