import { type Instant } from '@veranda/core/time/instant.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { moveBefore } from '@veranda/core/talent/profile/page-list.ts'
import { sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { ensureCreator } from './ensure-creator.ts'

/** Lists of a creator's page: the most items in each, and the refusals of one more and of one that is not there. */
const pageLists = {
  package_services: { max: 50, fullCode: 'package-service.too-many', missingCode: 'package-service.not-found' },
  portfolio_items: { max: 60, fullCode: 'portfolio.too-many-items', missingCode: 'portfolio.item-not-found' },
} as const
type PageList = keyof typeof pageLists

/**
 * Returns the position of a new item at the end of a list of the user's page, which is created if it does not exist and
 * locked until the transaction ends. Refuses when the list is full.
 */
export async function takeNextPosition(tx: Tx, list: PageList, userId: string, now: Instant): Promise<Result<number>> {
  await ensureCreator(tx, userId, now)
  const room = await checkRoom(tx, list, userId)
  if (!room.ok) return room
  const { rows } = await sql<{ last: number | null }>`
    select max(position) as last from ${sql.table(list)} where creator_id = ${userId}`.execute(tx)
  return ok((rows[0]?.last ?? 0) + 1)
}

/**
 * Moves an item of a list before another one, or to the end. Removed items keep their places among the others, so that
 * a restored one is back where it was.
 */
export async function moveListItem(
  tx: Tx,
  list: PageList,
  { userId, id, before, now }: { userId: string; id: string; before: string | null; now: Instant },
): Promise<Result<true>> {
  const { missingCode } = pageLists[list]
  if (!(await isListed(tx, list, userId, id))) return refuse(missingCode, 'not-found')
  await ensureCreator(tx, userId, now)
  const { rows } = await sql<{ id: string; is_removed: boolean }>`
    select id, removed_at is not null as is_removed from ${sql.table(list)} where creator_id = ${userId}
    order by position, id`.execute(tx)
  if (rows.some((row) => row.id === before && row.is_removed)) {
    return refuse('page-list.stale', 'conflict', { field: 'before' })
  }
  const order = moveBefore(
    rows.map((row) => row.id),
    id,
    before,
  )
  if (!order.ok) return order
  await sql`
    update ${sql.table(list)} as item set position = place.n
    from unnest(${order.value}::uuid[]) with ordinality as place (id, n)
    where item.id = place.id and item.creator_id = ${userId} and item.position <> place.n`.execute(tx)
  return ok(true)
}

/** Undoes the removal of an item, which is back at its place. Refuses when the list has become full. */
export async function restoreListItem(
  tx: Tx,
  list: PageList,
  { userId, id, now }: { userId: string; id: string; now: Instant },
): Promise<Result<true>> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(list)} where id = ${id} and creator_id = ${userId} and removed_at is not null`.execute(
    tx,
  )
  if (rows.length === 0) return refuse(pageLists[list].missingCode, 'not-found')
  await ensureCreator(tx, userId, now)
  const room = await checkRoom(tx, list, userId)
  if (!room.ok) return room
  await sql`update ${sql.table(list)} set removed_at = null where id = ${id}`.execute(tx)
  return ok(true)
}

async function isListed(tx: Tx, list: PageList, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(list)} where id = ${id} and creator_id = ${userId} and removed_at is null`.execute(tx)
  return rows.length > 0
}

async function checkRoom(tx: Tx, list: PageList, userId: string): Promise<Result<true>> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(list)} where creator_id = ${userId} and removed_at is null`.execute(tx)
  const { max, fullCode } = pageLists[list]
  return (rows[0]?.count ?? 0) >= max ? refuse(fullCode, 'conflict', { detail: { max } }) : ok(true)
}
