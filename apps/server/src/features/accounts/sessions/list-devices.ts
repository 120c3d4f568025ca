import { type DeviceList } from '@veranda/contract/accounts/sessions/schemas.ts'
import { sessionAbsoluteLimitMs, sessionEndsAt, sessionUsedAt } from '@veranda/core/accounts/sessions/session-limits.ts'
import { after, instant, toIso } from '@veranda/core/time/instant.ts'
import { type Actor } from '../../../platform/access/actor.ts'
import { type Db } from '../../../platform/db/database.ts'
import { timestamptz } from '../../../platform/db/timestamptz.ts'

/** Returns the caller's active sessions, newest first. */
export async function listDevices(db: Db, actor: Actor): Promise<DeviceList> {
  const now = instant(Date.now())
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'expires_at', 'authenticated_at'])
    .where('user_id', '=', actor.id)
    .where('expires_at', '>', timestamptz(now))
    .where('authenticated_at', '>', timestamptz(after(now, -sessionAbsoluteLimitMs)))
    .orderBy('created_at', 'desc')
    .execute()
  return {
    items: rows.map((row) => ({
      id: row.id,
      current: row.id === actor.sessionId,
      userAgent: row.user_agent,
      createdAt: toIso(row.created_at),
      lastSeenAt: toIso(sessionUsedAt(row.expires_at)),
      endsAt: toIso(sessionEndsAt({ startedAt: row.authenticated_at, idleAt: row.expires_at })),
    })),
  }
}
