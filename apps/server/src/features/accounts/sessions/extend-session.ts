import { sessionIdleLimitMs, sessionUseIntervalMs } from '@veranda/core/accounts/sessions/session-limits.ts'
import { sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'

/**
 * Counts the idle limit of a session from now on. Does nothing when another call did so within `sessionUseIntervalMs`.
 */
export async function extendSession(db: Db, sessionId: string): Promise<void> {
  await sql`
    update sessions set expires_at = now() + ${sessionIdleLimitMs} * interval '1 millisecond'
    where id = ${sessionId}
      and expires_at < now() + ${sessionIdleLimitMs - sessionUseIntervalMs} * interval '1 millisecond'`.execute(db)
}
