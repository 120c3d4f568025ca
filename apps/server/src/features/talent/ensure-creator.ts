import { type Instant } from '@veranda/core/time/instant.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Tx } from '../../platform/db/database.ts'
import { appendEvent } from '../../platform/events/append-event.ts'

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

/** Lists of a creator's page: the most items in each, and the refusal of one more. */
const pageLists = {
  package_services: { max: 50, fullCode: 'package-service.too-many' },
  portfolio_items: { max: 60, fullCode: 'portfolio.too-many-items' },
} as const

/**
 * Returns the position of a new item at the end of a list of the user's page, which is created if it does not exist and
 * locked until the transaction ends. Refuses when the list is full.
 */
export async function takeNextPosition(
  tx: Tx,
  list: keyof typeof pageLists,
  userId: string,
  now: Instant,
): Promise<Result<number>> {
  await ensureCreator(tx, userId, now)
  const { rows } = await sql<{ count: number; last: number | null }>`
    select count(*) filter (where removed_at is null) as count, max(position) as last
    from ${sql.table(list)} where creator_id = ${userId}`.execute(tx)
  const { count = 0, last = null } = rows[0] ?? {}
  const { max, fullCode } = pageLists[list]
  return count >= max ? refuse(fullCode, 'conflict', { detail: { max } }) : ok((last ?? 0) + 1)
}
