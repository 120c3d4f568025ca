import { type Devices } from '@veranda/contract/accounts/schemas.ts'
import { instant, toIso } from '@veranda/core/time/instant.ts'
import { type Actor } from '../../access/actor.ts'
import { type Db } from '../../db/database.ts'
import { moment } from '../../db/moment.ts'

/** One's own living sessions, the newest first. */
export async function listDevices(db: Db, actor: Actor): Promise<Devices> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'updated_at'])
    .where('person_id', '=', actor.id)
    .where('expires_at', '>', moment(instant(Date.now())))
    .orderBy('created_at', 'desc')
    .execute()
  return {
    items: rows.map((row) => ({
      id: row.id,
      current: row.id === actor.sessionId,
      userAgent: row.user_agent,
      createdAt: toIso(row.created_at),
      lastSeenAt: toIso(row.updated_at),
    })),
  }
}
