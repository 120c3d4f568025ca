import { joinOpens } from '@veranda/core/bookings/presence.ts'
import { roleOf, roomState } from '@veranda/core/rooms/access.ts'
import { type RoomRole } from '@veranda/core/rooms/roles.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../db/database.ts'
import { fileAddress } from '../../files/address.ts'

type Row = {
  title: string
  project_id: string | null
  booking_id: string | null
  state: string
  starts_at: Instant | null
  ends_at: Instant | null
  client_id: string
  creator_id: string | null
  part: string | null
  made: RoomRole | null
  removed: boolean
  name: string
  avatar_file: string | null
}

/** A room as somebody stands to it. */
export type FoundRoom = {
  readonly id: string
  readonly title: string
  readonly projectId: string | null
  readonly booking: {
    readonly id: string
    readonly startsAt: Instant
    readonly endsAt: Instant
    readonly state: string
  } | null
  readonly opensAt: Instant | null
  readonly state: 'early' | 'open' | 'over'
  readonly role: RoomRole
  readonly party: 'client' | 'creator' | null
  readonly name: string
  readonly avatar: string | null
}

const lives = ['open', 'active', 'paused', 'completed']

/** The room and who the person is in it; absent for strangers, `removed` for who was taken out. */
export async function findRoom(
  db: Db,
  roomId: string,
  personId: string,
  now: Instant,
): Promise<FoundRoom | 'not-found' | 'removed'> {
  const { rows } = await sql<Row>`
    select x.*, r.role as made, coalesce(r.removed_at is not null, false) as removed, p.name, p.avatar_file
    from (
      select pr.title, pr.id as project_id, null::uuid as booking_id, pr.state, null::timestamptz as starts_at,
        null::timestamptz as ends_at, pr.client_id, null::uuid as creator_id, m.part
      from projects pr
      left join project_members m on m.project_id = pr.id and m.person_id = ${personId} and m.left_at is null
      where pr.id = ${roomId}
      union all
      select b.terms ->> 'title', null, b.id, b.state, b.starts_at, b.ends_at, b.client_id, b.creator_id, null
      from bookings b where b.id = ${roomId}
    ) x
    join people p on p.id = ${personId}
    left join room_people r on r.room_id = ${roomId} and r.person_id = ${personId}`.execute(db)
  const [row] = rows
  if (!row) return 'not-found'
  const party = partyOf(row, personId)
  const role = roleOf({
    party: party !== null,
    projectGuest: row.part === 'guest',
    made: row.removed ? null : row.made,
    removed: row.removed,
  })
  if (role === undefined) return 'not-found'
  if (role === 'removed') return role
  const { starts_at: startsAt, ends_at: endsAt } = row
  const booking =
    row.booking_id && startsAt && endsAt ? { id: row.booking_id, startsAt, endsAt, state: row.state } : null
  const opensAt = booking && joinOpens(booking)
  return {
    id: roomId,
    title: row.title,
    projectId: row.project_id,
    booking,
    opensAt,
    state: booking && opensAt ? stateOfBooking(booking, opensAt, now) : lives.includes(row.state) ? 'open' : 'over',
    role,
    party,
    name: row.name,
    avatar: fileAddress(row.avatar_file),
  }
}

/** Whether it is over for somebody who was there as a guest: what the two make later is not theirs to see. */
export function isOverFor({ party, state }: FoundRoom): boolean {
  return party === null && state === 'over'
}

function partyOf({ client_id, creator_id, part }: Row, personId: string): FoundRoom['party'] {
  if (client_id === personId) return 'client'
  return creator_id === personId || part === 'creator' ? 'creator' : null
}

function stateOfBooking(
  { endsAt, state }: NonNullable<FoundRoom['booking']>,
  opensAt: Instant,
  now: Instant,
): FoundRoom['state'] {
  const agreed = state === 'confirmed' || state === 'in_session'
  const waits = state === 'held' || state === 'requested'
  return roomState({ opensAt, endsAt, agreed, over: !agreed && !waits }, now)
}
