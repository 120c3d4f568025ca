import { type Eraser } from '../../platform/access/account-erasure.ts'
import { replaceNameInStreams } from '../../platform/events/erase-events.ts'

/** Deletes a user's notifications and preferences, and their name from what was sent to others. */
export const notificationEraser: Eraser = {
  tables: ['notifications', 'notification_preferences'],
  async erase({ tx }, user) {
    const told = await tx
      .selectFrom('notifications')
      .select('user_id')
      .distinct()
      .where('sender_id', '=', user.id)
      .execute()
    const streams = { kind: 'user', ids: told.map(({ user_id }) => user_id), within: 'texts' } as const
    await replaceNameInStreams(tx, streams, user)
    await tx.deleteFrom('notifications').where('user_id', '=', user.id).execute()
    await tx.deleteFrom('notification_preferences').where('user_id', '=', user.id).execute()
  },
}
