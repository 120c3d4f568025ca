import { sql } from 'kysely'
import { type Db } from '../db/database.ts'
import { type EventHandler } from './event-handler.ts'
import { type OutboxPosition } from './read-events.ts'

/** A handler's position in the outbox, and when it may retry after a failure there, by `performance.now()`. */
export type HandlerCursor = {
  readonly handler: EventHandler
  position: OutboxPosition
  failures: number
  retryAt: number
}

/**
 * Loads the position of each handler. In a fresh database all start with the first event; a handler that is added later
 * starts at the newest one.
 */
export async function loadHandlerCursors(db: Db, handlers: readonly EventHandler[]): Promise<HandlerCursor[]> {
  await sql`
    insert into handler_cursors (handler, xid, position)
    select name, coalesce(head.xid, '0'::xid8), coalesce(head.position, 0)
    from unnest(${handlers.map(({ name }) => name)}::text[]) as name
    left join (
      select xid, position from events
      where xid < pg_snapshot_xmin(pg_current_snapshot()) and exists (select 1 from handler_cursors)
      order by xid desc, position desc limit 1
    ) as head on true
    on conflict do nothing`.execute(db)
  const rows = await db
    .selectFrom('handler_cursors')
    .select(['handler', sql<string>`xid::text`.as('xid'), 'position'])
    .execute()
  const positions = new Map(rows.map((row) => [row.handler, { xid: row.xid, position: row.position }]))
  return handlers.map((handler) => {
    const position = positions.get(handler.name)
    if (!position) throw new Error(`no cursor for the handler ${handler.name}`)
    return { handler, position, failures: 0, retryAt: 0 }
  })
}

/** Saves the positions of these handlers in one statement. */
export async function saveHandlerCursors(db: Db, cursors: readonly HandlerCursor[]): Promise<void> {
  await sql`
    update handler_cursors as saved set xid = read.xid, position = read.position
    from unnest(
      ${cursors.map(({ handler }) => handler.name)}::text[],
      ${cursors.map(({ position }) => position.xid)}::xid8[],
      ${cursors.map(({ position }) => position.position)}::bigint[]
    ) as read (handler, xid, position)
    where saved.handler = read.handler`.execute(db)
}

/** Groups handlers by position, so that those at one position share one read. */
export function groupByPosition(cursors: readonly HandlerCursor[]): HandlerCursor[][] {
  const groups = new Map<string, HandlerCursor[]>()
  for (const cursor of cursors) {
    const key = `${cursor.position.xid}:${cursor.position.position}`
    const group = groups.get(key)
    if (group) group.push(cursor)
    else groups.set(key, [cursor])
  }
  return [...groups.values()]
}

/** Returns whether a position comes after another one. */
export function isAfter(one: OutboxPosition, other: OutboxPosition): boolean {
  const [xid, otherXid] = [BigInt(one.xid), BigInt(other.xid)]
  return xid === otherXid ? one.position > other.position : xid > otherXid
}

/** Returns the position of the handler that has got furthest. */
export function newestPosition(cursors: readonly HandlerCursor[]): OutboxPosition {
  return cursors.reduce<OutboxPosition>((newest, { position }) => (isAfter(position, newest) ? position : newest), {
    xid: '0',
    position: 0,
  })
}
