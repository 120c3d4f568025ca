import { sql } from 'kysely'
import { type PersonalData } from '../../platform/personal-data/personal-data.ts'

/** A user's part in rooms: where they were, and what they left there. */
export const roomData: readonly PersonalData[] = [
  {
    name: 'rooms',
    select: (userId) => sql`
      select room_id as "roomId", role as "yourRole", removed_at as "removedAt", null::timestamptz as "silencedAt",
        null::text as "silenced"
      from room_users where user_id = ${userId}
      union all
      select s.room_id, null, null, s.silenced_at, case when s.user_id = ${userId} then 'you' else u.name end
      from room_silences s join users u on u.id = s.user_id
      where s.user_id = ${userId} or s.silenced_by_id = ${userId} order by 1, 2`,
  },
  {
    name: 'room-visits',
    select: (userId) => sql`
      select room_id as "roomId", entered_at as "enteredAt", left_at as "leftAt"
      from room_visits where user_id = ${userId} order by entered_at`,
  },
  {
    name: 'room-records',
    select: (userId) => sql`
      select room_id as "roomId", key, value, updated_at as "updatedAt"
      from room_records where updated_by_id = ${userId} order by room_id, key`,
  },
]
