import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'

/** Creates the user's creator page if it does not exist, and locks it until the transaction ends. */
export async function ensureCreator(tx: Tx, userId: string, now: Instant): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    insert into creators (user_id, name, created_at, updated_at)
    select id, name, ${new Date(now)}, ${new Date(now)} from users where id = ${userId}
    on conflict (user_id) do nothing returning user_id`.execute(tx)
  if (rows.length > 0) {
    const subject = { kind: 'user', id: userId }
    await appendEvent(tx, { type: 'creator.joined', subject, actor: userId, at: now, data: { userId } })
  }
  await tx.selectFrom('creators').select('user_id').where('user_id', '=', userId).forUpdate().execute()
}
