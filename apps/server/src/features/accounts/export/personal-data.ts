import { sessionAbsoluteLimitMs, sessionIdleLimitMs } from '@veranda/core/accounts/sessions/session-limits.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { sql } from 'kysely'
import { type PersonalData } from '../../../platform/personal-data/personal-data.ts'

/** The account, how its user signs in, and where; neither passwords nor keys, codes or cookies, nor their hashes. */
export const accountData: readonly PersonalData[] = [
  {
    name: 'account',
    select: (userId) => sql`
      select id, name, first_name as "firstName", email, role, language, time_zone as "timeZone", theme,
        avatar_file as "avatarFileId", is_admin as "isAdmin", terms_version as "acceptedTerms",
        terms_at as "acceptedTermsAt", created_at as "createdAt", last_login_at as "lastSignInAt",
        suspended_at as "suspendedAt", suspended_until as "suspendedUntil", suspension_reason as "suspensionReason"
      from users where id = ${userId}`,
  },
  {
    name: 'sign-in-methods',
    select: (userId) => sql`
      select case provider_id when 'credential' then 'password' else provider_id end as method,
        case provider_id when 'credential' then null else account_id end as "accountAtProvider", null as name,
        created_at as "addedAt", null::timestamptz as "lastUsedAt"
      from credentials where user_id = ${userId}
      union all
      select 'authenticator-app', null, null, confirmed_at, null
      from totp_factors where user_id = ${userId} and confirmed_at is not null
      union all
      select 'recovery-code', null, null, created_at, used_at from recovery_codes where user_id = ${userId}
      union all
      select 'passkey', null, name, created_at, last_used_at from passkeys where user_id = ${userId}
      order by 4, 1`,
  },
  {
    name: 'sessions',
    select: (userId) => sql`
      select id, auth_provider as "signedInWith", ip_address as "ipAddress", user_agent as "userAgent",
        created_at as "signedInAt", expires_at - ${sessionIdleLimitMs} * interval '1 millisecond' as "lastSeenAt",
        least(expires_at, authenticated_at + ${sessionAbsoluteLimitMs} * interval '1 millisecond') as "endsAt"
      from sessions where user_id = ${userId} order by created_at`,
  },
  {
    name: 'security-events',
    select: (userId: UserId) => sql`
      select id, action as event, at,
        case when actor_id is null or actor_id = ${userId} then ip_address end as "ipAddress",
        case when actor_id is null or actor_id = ${userId} then user_agent end as "userAgent"
      from audit_log where user_id = ${userId} order by at, id`,
  },
]
