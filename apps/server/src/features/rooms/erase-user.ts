import { sql } from 'kysely'
import { type Eraser } from '../../platform/access/account-erasure.ts'

/**
 * Ends a user's access to rooms. What was drawn there stays with the project or the booking, and goes with the last of its
 * users.
 */
export const roomEraser: Eraser = {
  tables: ['room_users', 'room_silences', 'room_records'],
  async erase({ tx }, { id }) {
    await tx.deleteFrom('room_users').where('user_id', '=', id).execute()
    await tx.deleteFrom('room_silences').where('user_id', '=', id).execute()
    await sql`
      delete from room_records where room_id in (
        select m.project_id from project_members m where m.user_id = ${id} and is_left_project(m.project_id)
        union all
        select b.id from bookings b
        where (b.client_id = ${id} or b.creator_id = ${id}) and not exists (
          select from users u where u.id in (b.client_id, b.creator_id) and u.closed_at is null))`.execute(tx)
  },
}
