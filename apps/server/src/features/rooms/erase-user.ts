import { type Eraser } from '../../platform/access/account-erasure.ts'

/** Ends a user's access to rooms. What they drew there stays with the project or the booking. */
export const roomEraser: Eraser = {
  tables: ['room_users', 'room_silences'],
  async erase({ tx }, { id }) {
    await tx.deleteFrom('room_users').where('user_id', '=', id).execute()
    await tx.deleteFrom('room_silences').where('user_id', '=', id).execute()
  },
}
