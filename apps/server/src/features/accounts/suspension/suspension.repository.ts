import { type SuspendableUser } from '@veranda/core/admin/suspension.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { refuse, type Refused } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { formatLocale } from '@veranda/i18n/format-locale.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'

/** The key of the timer that ends a suspension. */
export function suspensionTimerKey(userId: string): string {
  return `accounts.end-suspension:${userId}`
}

type LockedUser = SuspendableUser & { readonly suspendedUntil: Instant | null; readonly reason: string | null }

/** Locks users by id, in an order that is the same for everyone who locks several of them. */
export async function lockSuspendable(tx: Tx, ids: readonly string[]): Promise<Map<string, LockedUser>> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'is_admin', 'closed_at', 'suspended_at', 'suspended_until', 'suspension_reason'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const users = rows.map((row) => ({
    id: asId<UserId>(row.id),
    isAdmin: row.is_admin,
    isClosed: row.closed_at !== null,
    isSuspended: row.suspended_at !== null,
    suspendedUntil: row.suspended_until,
    reason: row.suspension_reason,
  }))
  return new Map(users.map((user) => [user.id, user]))
}

/**
 * Refuses the sign-in of a suspended user with account.suspended or account.suspended-until (not allowed), after they have
 * proved who they are; undefined for everyone else. Locks the user, so that a session that begins meanwhile either is
 * ended by the suspension or sees it.
 */
export async function refuseSuspended(
  tx: Tx,
  userId: string,
  { language }: Pick<RequestInfo, 'language'>,
): Promise<Refused | undefined> {
  const row = await tx
    .selectFrom('users')
    .select(['suspended_at', 'suspended_until', 'suspension_reason', 'time_zone'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row || row.suspended_at === null) return undefined
  const reason = row.suspension_reason ?? ''
  if (row.suspended_until === null) return refuse('account.suspended', 'not-allowed', { detail: { reason } })
  const format = new Intl.DateTimeFormat(formatLocale(language), { dateStyle: 'long', timeZone: row.time_zone })
  const until = format.format(row.suspended_until)
  return refuse('account.suspended-until', 'not-allowed', { detail: { until, reason } })
}
