import { type RawBuilder, sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'

/** A node that has not renewed its leases for this long loses its rooms, in milliseconds. */
const leaseMs = 3_000
/** Stands in for a node id in the lease of a room whose node has stopped. */
const noNodeId = '00000000-0000-0000-0000-000000000000'

/** Who holds a room; `msSinceRenewal` when it was just taken from a node that is gone, in milliseconds since it was seen. */
type Lease = { readonly nodeId: string; readonly msSinceRenewal: number | null }

/** Acquires the room's lease for this node, or returns the lease of the node that has it. */
export async function acquireLease(db: Db, roomId: string, nodeId: string): Promise<Lease> {
  const expiresAt = sql`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`
  const { rows } = await sql<Lease>`
    with leased as (
      insert into room_leases (room_id, node_id, expires_at, renewed_at)
      values (${roomId}, ${nodeId}, ${expiresAt}, clock_timestamp())
      on conflict (room_id) do update
        set node_id = excluded.node_id, expires_at = excluded.expires_at, renewed_at = excluded.renewed_at
        where room_leases.expires_at < clock_timestamp() or room_leases.node_id = excluded.node_id
      returning new.node_id, case when old.node_id <> new.node_id then ${millisecondsSince(sql`old.renewed_at`)} end as ms_since_renewal
    )
    select node_id as "nodeId", ms_since_renewal as "msSinceRenewal" from leased
    union all
    select node_id, null from room_leases where room_id = ${roomId} and not exists (select from leased)`.execute(db)
  const [row] = rows
  // Another node acquired it between the two halves of the statement; retry to read its lease.
  return row ?? acquireLease(db, roomId, nodeId)
}

function millisecondsSince(timestamp: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(extract(epoch from clock_timestamp() - ${timestamp}) * 1000)::int`
}

/** Updates the node's heartbeat, renews its leases and returns the ids of the rooms it still has. */
export async function renewLeases(
  db: Db,
  node: { id: string; address: string },
  roomIds: readonly string[],
): Promise<Set<string>> {
  await sql`insert into nodes (id, address, last_seen_at) values (${node.id}, ${node.address}, clock_timestamp())
    on conflict (id) do update set address = excluded.address, last_seen_at = excluded.last_seen_at`.execute(db)
  if (roomIds.length === 0) return new Set()
  const { rows } = await sql<{ room_id: string }>`
    update room_leases
    set expires_at = clock_timestamp() + ${leaseMs} * interval '1 millisecond', renewed_at = clock_timestamp()
    where node_id = ${node.id} and room_id = any(${[...roomIds]}::uuid[]) returning room_id`.execute(db)
  return new Set(rows.map(({ room_id }) => room_id))
}

/** Releases leases, so that other nodes need not wait for them to expire. */
export async function releaseLeases(db: Db, nodeId: string, roomIds: readonly string[]): Promise<void> {
  await sql`delete from room_leases where node_id = ${nodeId} and room_id = any(${[...roomIds]}::uuid[])`.execute(db)
}

/** Removes this node, expires its leases, and deletes nodes that were not seen for a minute. */
export async function removeNode(db: Db, nodeId: string): Promise<void> {
  // The next node reads from the row when the lease ended. The node id is cleared, so a late renewal finds nothing.
  await sql`update room_leases set node_id = ${noNodeId}, expires_at = clock_timestamp(), renewed_at = clock_timestamp()
    where node_id = ${nodeId}`.execute(db)
  await sql`delete from nodes where id = ${nodeId} or last_seen_at < clock_timestamp() - interval '1 minute'`.execute(
    db,
  )
}

/** Deletes other nodes at this address, which were killed. Their leases expire. */
export async function removeOtherNodesAt(db: Db, { id, address }: { id: string; address: string }): Promise<void> {
  await sql`delete from nodes where address = ${address} and id <> ${id}`.execute(db)
}

/**
 * Returns the rooms that no node has had a lease on for 15 seconds, with the time since the last renewal in
 * milliseconds, if known.
 */
export async function findUnleasedRooms(
  db: Db,
  roomIds: readonly string[],
): Promise<{ id: string; msSinceRenewal: number | null }[]> {
  const { rows } = await sql<{ id: string; msSinceRenewal: number | null }>`
    select r.id, ${millisecondsSince(sql`l.renewed_at`)} as "msSinceRenewal" from unnest(${[...roomIds]}::uuid[]) as r (id)
    left join room_leases l on l.room_id = r.id
    where l.room_id is null or l.expires_at <= clock_timestamp() - interval '15 seconds'`.execute(db)
  return rows
}

/** Deletes leases that expired more than an hour ago. */
export async function deleteOldLeases(db: Db): Promise<void> {
  await sql`delete from room_leases where expires_at < clock_timestamp() - interval '1 hour'`.execute(db)
}

/** Returns the address of another node, or undefined if it is not up. */
export async function findNodeAddress(db: Db, nodeId: string): Promise<string | undefined> {
  const { rows } = await sql<{ address: string }>`
    select address from nodes where id = ${nodeId} and last_seen_at > clock_timestamp() - ${leaseMs} * interval '1 millisecond'`.execute(
    db,
  )
  return rows[0]?.address
}
