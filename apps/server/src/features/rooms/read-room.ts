import { type Room, type RoomPerson } from '@veranda/contract/rooms/schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { mayInRoom, roomActs, type RoomRole } from '@veranda/core/rooms/roles.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../db/database.ts'
import { fileAddress } from '../../files/address.ts'
import { type FoundRoom } from './find-room.ts'
import { type At, ownRoom } from './own-room.ts'
import { voiceReachOf } from './read-endpoint.ts'

/** The room as the actor sees it before and after entering: its times, their role, its people and who is inside. */
export async function readRoom(at: At, id: string): Promise<Result<Room>> {
  const own = await ownRoom(at, id)
  if (!own.ok) return own
  const { room } = own.value
  const { projectId, title, booking, opensAt, state, role } = room
  return ok({
    id,
    title,
    project: projectId === null ? null : { id: projectId, title },
    booking: booking && {
      id: booking.id,
      startsAt: toIso(booking.startsAt),
      endsAt: toIso(booking.endsAt),
      state: booking.state,
    },
    state,
    opensAt: opensAt === null ? null : toIso(opensAt),
    role,
    may: roomActs.filter((act) => mayInRoom(role, act)),
    people: await peopleOf(at.tx, room),
    removed: mayInRoom(role, 'moderate') ? await removedFrom(at.tx, id) : [],
    voiceReach: voiceReachOf(at.deps.env),
  })
}

async function removedFrom(tx: Tx, id: string): Promise<Room['removed']> {
  const rows = await tx
    .selectFrom('room_people')
    .innerJoin('people', 'people.id', 'room_people.person_id')
    .select(['people.id', 'people.name', 'people.avatar_file'])
    .where('room_id', '=', id)
    .where('removed_at', 'is not', null)
    .orderBy('removed_at', 'desc')
    .execute()
  return rows.map(({ avatar_file, ...person }) => ({ ...person, avatar: fileAddress(avatar_file) }))
}

type PersonRow = {
  id: string
  name: string
  avatar_file: string | null
  party: RoomPerson['party']
  role: RoomRole
  inside: boolean
}

async function peopleOf(tx: Tx, room: FoundRoom): Promise<RoomPerson[]> {
  const { rows } = await sql<PersonRow>`
    with parties (person_id, party) as (
      select client_id, 'client' from projects where id = ${room.id}
      union select person_id, 'creator' from project_members
        where project_id = ${room.id} and part = 'creator' and left_at is null
      union select client_id, 'client' from bookings where id = ${room.id}
      union select creator_id, 'creator' from bookings where id = ${room.id}
    ), guests as (
      select person_id, role from room_people where room_id = ${room.id} and removed_at is null
      union select m.person_id, 'guest' from project_members m
        where m.project_id = ${room.id} and m.part = 'guest' and m.left_at is null
          and not exists (select from room_people r where r.room_id = ${room.id} and r.person_id = m.person_id)
    ), everybody as (
      select person_id, party, 'host' as role from parties
      union all
      select person_id, null, role from guests where person_id not in (select person_id from parties)
    )
    select p.id, p.name, p.avatar_file, e.party, e.role, exists (
      select from room_visits v where v.room_id = ${room.id} and v.person_id = p.id and v.left_at is null
    ) as inside
    from everybody e join people p on p.id = e.person_id
    order by e.party is null, e.party, p.name, p.id`.execute(tx)
  return rows.map(({ id, name, avatar_file, party, role, inside }) => ({
    person: { id, name, avatar: fileAddress(avatar_file) },
    party,
    role,
    inside,
  }))
}
