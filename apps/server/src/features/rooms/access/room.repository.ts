import { type BookingState } from '@veranda/core/bookings/booking-states.ts'
import { joinOpensAt } from '@veranda/core/bookings/attendance/presence.ts'
import { isRoomOpen, type ProjectState } from '@veranda/core/commissions/projects/project-states.ts'
import { resolveRoomRole, type RoomRole, roomState } from '@veranda/core/rooms/access/room-access.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { avatarUrl } from '../../../platform/assets/stored-files/stored-file-url.ts'
import { type Db, type Tx } from '../../../platform/db/database.ts'

type RoomRow = {
  title: string
  state: string
  booking_state: BookingState | null
  starts_at: Instant | null
  ends_at: Instant | null
  client_id: string
  creator_id: string | null
  role: string | null
  made: RoomRole | null
  removed: boolean
  name: string
  avatar_file: string | null
}

/** When a session's room opens, while it has not. */
type RoomOpening = { readonly state: 'early'; readonly opensAt: Instant } | { readonly state: 'open' | 'over' }

type RoomBooking = {
  readonly kind: 'booking'
  readonly bookingId: string
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly state: BookingState
}

/** A room as one user sees it. */
export type RoomForUser = RoomOpening & {
  readonly id: string
  readonly title: string
  readonly subject: { readonly kind: 'project'; readonly projectId: string } | RoomBooking
  readonly role: RoomRole
  readonly party: 'client' | 'creator' | null
  readonly name: string
  readonly avatar: string | null
}

/** Returns the room and the user's role in it; `not-found` for strangers, `removed` for users that a host removed. */
export async function findRoomForUser(
  db: Db,
  roomId: string,
  userId: string,
  now: Instant,
): Promise<RoomForUser | 'not-found' | 'removed'> {
  const { rows } = await sql<RoomRow>`
    select x.*, r.role as made, coalesce(r.removed_at is not null, false) as removed, u.name, u.avatar_file
    from (
      select pr.title, pr.state, null::timestamptz as starts_at,
        null::timestamptz as ends_at, pr.client_id, null::uuid as creator_id, m.role,
        null::text as booking_state
      from projects pr
      left join project_members m on m.project_id = pr.id and m.user_id = ${userId} and m.left_at is null
      where pr.id = ${roomId}
      union all
      select b.terms ->> 'title', b.state, b.starts_at, b.ends_at, b.client_id, b.creator_id, null, b.state
      from bookings b where b.id = ${roomId}
    ) x
    join users u on u.id = ${userId}
    left join room_users r on r.room_id = ${roomId} and r.user_id = ${userId}`.execute(db)
  const [row] = rows
  if (!row) return 'not-found'
  const party = partyOf(row, userId)
  const role = resolveRoomRole({
    isParty: party !== null,
    assignedRole: row.removed ? null : row.made,
    isRemoved: row.removed,
  })
  if (role === undefined) return 'not-found'
  if (role === 'removed') return role
  const subject = subjectOf(roomId, row)
  const opening: RoomOpening =
    subject.kind === 'booking'
      ? openingOf(subject, now)
      : // The room of no booking is that of a project.
        { state: isRoomOpen(row.state as ProjectState) ? 'open' : 'over' }
  return {
    id: roomId,
    title: row.title,
    subject,
    ...opening,
    role,
    party,
    name: row.name,
    avatar: avatarUrl(row.avatar_file),
  }
}

/** Returns SQL of everyone who may enter a room: `user_id`, their `role`, and their `party`, which is null for guests. */
export function everyoneWhoMayEnter(roomId: string) {
  return sql`(
    with parties (user_id, party) as (
      select client_id, 'client' from projects where id = ${roomId}
      union select user_id, 'creator' from project_members
        where project_id = ${roomId} and role = 'creator' and left_at is null
      union select client_id, 'client' from bookings where id = ${roomId}
      union select creator_id, 'creator' from bookings where id = ${roomId}
    )
    select user_id, party, 'host' as role from parties
    union all
    select user_id, null, role from room_users
    where room_id = ${roomId} and removed_at is null and user_id not in (select user_id from parties)
  )`
}

/** Returns true if the room is over for a guest: guests do not see what the two parties make later. */
export function isOverForGuest({ party, state }: RoomForUser): boolean {
  return party === null && state === 'over'
}

function partyOf({ client_id, creator_id, role }: RoomRow, userId: string): RoomForUser['party'] {
  if (client_id === userId) return 'client'
  return creator_id === userId || role === 'creator' ? 'creator' : null
}

/** Returns the subject of a room, which has its id. */
function subjectOf(roomId: string, row: RoomRow): RoomForUser['subject'] {
  const { starts_at: startsAt, ends_at: endsAt, booking_state: state } = row
  return startsAt && endsAt && state
    ? { kind: 'booking', bookingId: roomId, startsAt, endsAt, state }
    : { kind: 'project', projectId: roomId }
}

function openingOf(booking: RoomBooking, now: Instant): RoomOpening {
  const { endsAt, state } = booking
  const opensAt = joinOpensAt(booking)
  const isAgreed = state === 'confirmed' || state === 'in_session'
  const isPending = state === 'reserved' || state === 'requested'
  const current = roomState({ opensAt, endsAt, isAgreed, isOver: !isAgreed && !isPending }, now)
  return current === 'early' ? { state: current, opensAt } : { state: current }
}

/** Inserts the room's row on the first write that needs it. */
export async function ensureRoom(tx: Tx, room: RoomForUser, at: Instant): Promise<void> {
  const { id, subject } = room
  const ids =
    subject.kind === 'project'
      ? { project_id: subject.projectId, booking_id: null }
      : { project_id: null, booking_id: subject.bookingId }
  await tx
    .insertInto('rooms')
    .values({ id, ...ids, created_at: new Date(at) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
