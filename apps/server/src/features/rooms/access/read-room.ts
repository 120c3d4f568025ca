import { type Room, type RoomUser } from '@veranda/contract/rooms/schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { canInRoom, roomActionsFor, type RoomRole, roomUserActionsFor } from '@veranda/core/rooms/access/room-access.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { avatarUrl } from '../../../platform/assets/stored-files/stored-file-url.ts'
import { everyoneWhoMayEnter, type RoomForUser } from './room.repository.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { authorizeRoom } from './authorize-room.ts'
import { voiceReachOf } from '../connection/read-room-endpoint.ts'

/** Returns the room as the actor sees it: its times, their role and actions, its users and who is inside. */
export async function readRoom(ctx: CommandContext, id: string): Promise<Result<Room>> {
  const authorized = await authorizeRoom(ctx, id)
  if (!authorized.ok) return authorized
  const { room } = authorized.value
  const { title, subject, role, party } = room
  return ok({
    id,
    title,
    subject:
      subject.kind === 'project'
        ? subject
        : { ...subject, startsAt: toIso(subject.startsAt), endsAt: toIso(subject.endsAt) },
    ...(room.state === 'early' ? { state: room.state, opensAt: toIso(room.opensAt) } : { state: room.state }),
    viewerRole: role,
    actions: roomActionsFor(role, { isParty: party !== null }),
    users: await findRoomUsers(ctx.tx, room),
    removedUsers: canInRoom(role, 'moderate') ? await findRemovedUsers(ctx.tx, id) : [],
    voiceReach: voiceReachOf(ctx.deps.env),
    homeUrl: party && (subject.kind === 'booking' ? `/booking/confirm/${id}` : `/projects/${id}`),
  })
}

async function findRemovedUsers(tx: Tx, id: string): Promise<Room['removedUsers']> {
  const rows = await tx
    .selectFrom('room_users')
    .innerJoin('users', 'users.id', 'room_users.user_id')
    .select(['users.id', 'users.name', 'users.avatar_file'])
    .where('room_id', '=', id)
    .where('removed_at', 'is not', null)
    .orderBy('removed_at', 'desc')
    .execute()
  return rows.map(({ avatar_file, ...user }) => ({ ...user, avatar: avatarUrl(avatar_file) }))
}

type RoomUserRow = {
  id: string
  name: string
  avatar_file: string | null
  party: RoomUser['party']
  role: RoomRole
  inside: boolean
}

async function findRoomUsers(tx: Tx, room: RoomForUser): Promise<RoomUser[]> {
  const { rows } = await sql<RoomUserRow>`
    select u.id, u.name, u.avatar_file, e.party, e.role, exists (
      select from room_visits v where v.room_id = ${room.id} and v.user_id = u.id and v.left_at is null
    ) as inside
    from ${everyoneWhoMayEnter(room.id)} e join users u on u.id = e.user_id
    order by e.party is null, e.party, u.name, u.id`.execute(tx)
  return rows.map(({ id, name, avatar_file, party, role, inside }) => ({
    user: { id, name, avatar: avatarUrl(avatar_file) },
    party,
    role,
    inside,
    actions: roomUserActionsFor(room.role, { isParty: party !== null }),
  }))
}
