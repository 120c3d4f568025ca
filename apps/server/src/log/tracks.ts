import { sql } from 'kysely'
import { type Db } from '../db/database.ts'
import { type Reaction } from './react.ts'
import { type Place } from './read-events.ts'

/** Where a reaction stands in the log, and when it may go on after it failed there, in milliseconds. */
export type Track = { readonly reaction: Reaction; at: Place; failures: number; retryAt: number }

/**
 * Where each reaction stands. On a fresh database all begin with the first event; a reaction that comes later begins
 * at the newest one, not with the history.
 */
export async function loadTracks(db: Db, reactions: readonly Reaction[]): Promise<Track[]> {
  await sql`
    insert into reaction_cursors (reaction, xid, position)
    select name, coalesce(head.xid, '0'::xid8), coalesce(head.position, 0)
    from unnest(${reactions.map(({ name }) => name)}::text[]) as name
    left join (
      select xid, position from events
      where xid < pg_snapshot_xmin(pg_current_snapshot()) and exists (select 1 from reaction_cursors)
      order by xid desc, position desc limit 1
    ) as head on true
    on conflict do nothing`.execute(db)
  const rows = await db
    .selectFrom('reaction_cursors')
    .select(['reaction', sql<string>`xid::text`.as('xid'), 'position'])
    .execute()
  const places = new Map(rows.map((row) => [row.reaction, { xid: row.xid, position: row.position }]))
  return reactions.map((reaction) => {
    const at = places.get(reaction.name)
    if (!at) throw new Error(`no place for the reaction ${reaction.name}`)
    return { reaction, at, failures: 0, retryAt: 0 }
  })
}

/** Keeps where these stand. */
export async function saveTracks(db: Db, tracks: readonly Track[]): Promise<void> {
  for (const { reaction, at } of tracks) {
    await db
      .updateTable('reaction_cursors')
      .set({ xid: at.xid, position: at.position })
      .where('reaction', '=', reaction.name)
      .execute()
  }
}

/** Reactions by where they stand, so that those at one place share one read. */
export function sameplaced(tracks: readonly Track[]): Track[][] {
  const groups = new Map<string, Track[]>()
  for (const track of tracks) {
    const key = `${track.at.xid}:${track.at.position}`
    const group = groups.get(key)
    if (group) group.push(track)
    else groups.set(key, [track])
  }
  return [...groups.values()]
}
