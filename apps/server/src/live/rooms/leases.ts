import { type RawBuilder, sql } from 'kysely'
import { type Db } from '../../db/database.ts'

/** A node that was not heard of for this long has lost its rooms, in milliseconds. */
const lease = 3_000
/** In place of a node, for a room that was given back with people inside. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** Who holds a room; `silentFor` when it was just taken from a node that is gone, in milliseconds since it was seen. */
type Held = { readonly nodeId: string; readonly silentFor: number | null }

/** Who holds a room: this node when nobody else does, and for as long as it goes on saying so. */
export async function holdRoom(db: Db, roomId: string, nodeId: string): Promise<Held> {
  const until = sql`clock_timestamp() + ${lease} * interval '1 millisecond'`
  const { rows } = await sql<Held>`
    with held as (
      insert into room_leases (room_id, node_id, expires_at, seen_at)
      values (${roomId}, ${nodeId}, ${until}, clock_timestamp())
      on conflict (room_id) do update
        set node_id = excluded.node_id, expires_at = excluded.expires_at, seen_at = excluded.seen_at
        where room_leases.expires_at < clock_timestamp() or room_leases.node_id = excluded.node_id
      returning new.node_id, case when old.node_id <> new.node_id then ${ageOf(sql`old.seen_at`)} end as silent_for
    )
    select node_id as "nodeId", silent_for as "silentFor" from held
    union all
    select node_id, null from room_leases where room_id = ${roomId} and not exists (select from held)`.execute(db)
  const [row] = rows
  // Somebody else took it between the two halves of the statement: theirs is seen at the next try.
  return row ?? holdRoom(db, roomId, nodeId)
}

function ageOf(moment: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(extract(epoch from clock_timestamp() - ${moment}) * 1000)::int`
}

/** Says that this node is up and where, and keeps its rooms; answers which of them are its own still. */
export async function renewRooms(
  db: Db,
  node: { id: string; address: string },
  roomIds: readonly string[],
): Promise<Set<string>> {
  await sql`insert into nodes (id, address, seen_at) values (${node.id}, ${node.address}, clock_timestamp())
    on conflict (id) do update set address = excluded.address, seen_at = excluded.seen_at`.execute(db)
  if (roomIds.length === 0) return new Set()
  const { rows } = await sql<{ room_id: string }>`
    update room_leases
    set expires_at = clock_timestamp() + ${lease} * interval '1 millisecond', seen_at = clock_timestamp()
    where node_id = ${node.id} and room_id = any(${[...roomIds]}::uuid[]) returning room_id`.execute(db)
  return new Set(rows.map(({ room_id }) => room_id))
}

/** Gives rooms back, so that another node need not wait for the lease to run out. */
export async function giveBackRooms(db: Db, nodeId: string, roomIds: readonly string[]): Promise<void> {
  await sql`delete from room_leases where node_id = ${nodeId} and room_id = any(${[...roomIds]}::uuid[])`.execute(db)
}

/** Forgets this node, whose rooms are free from now on, and nodes that have not been heard of for a minute. */
export async function forgetNode(db: Db, nodeId: string): Promise<void> {
  // Who takes a room learns from its row since when nobody held it. It is nobody's: a renewal on its way finds it no more.
  await sql`update room_leases set node_id = ${nobody}, expires_at = clock_timestamp(), seen_at = clock_timestamp()
    where node_id = ${nodeId}`.execute(db)
  await sql`delete from nodes where id = ${nodeId} or seen_at < clock_timestamp() - interval '1 minute'`.execute(db)
}

/** Forgets whoever was at this node's address before it: a process that was killed. Its rooms' leases run out. */
export async function forgetOthersAt(db: Db, { id, address }: { id: string; address: string }): Promise<void> {
  await sql`delete from nodes where address = ${address} and id <> ${id}`.execute(db)
}

/** Which of these rooms no node has held for the last fifteen seconds, and how long ago one did, where that is known. */
export async function heldByNobody(
  db: Db,
  roomIds: readonly string[],
): Promise<{ id: string; silentFor: number | null }[]> {
  const { rows } = await sql<{ id: string; silentFor: number | null }>`
    select r.id, ${ageOf(sql`l.seen_at`)} as "silentFor" from unnest(${[...roomIds]}::uuid[]) as r (id)
    left join room_leases l on l.room_id = r.id
    where l.room_id is null or l.expires_at <= clock_timestamp() - interval '15 seconds'`.execute(db)
  return rows
}

/** Forgets who held rooms an hour ago and longer. */
export async function forgetOldLeases(db: Db): Promise<void> {
  await sql`delete from room_leases where expires_at < clock_timestamp() - interval '1 hour'`.execute(db)
}

/** Where another node is reached; undefined when it is not up. */
export async function addressOf(db: Db, nodeId: string): Promise<string | undefined> {
  const { rows } = await sql<{ address: string }>`
    select address from nodes where id = ${nodeId} and seen_at > clock_timestamp() - ${lease} * interval '1 millisecond'`.execute(
    db,
  )
  return rows[0]?.address
}
