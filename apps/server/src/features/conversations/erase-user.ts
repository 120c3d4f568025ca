import { type Eraser } from '../../platform/access/account-erasure.ts'
import { replaceNameInStreams } from '../../platform/events/erase-events.ts'

/** Deletes a user's name from beside their messages, which the others keep as they were sent. */
export const messageEraser: Eraser = {
  tables: ['stream_events'],
  async erase({ tx }, user) {
    const conversations = await tx
      .selectFrom('conversation_members')
      .select('conversation_id')
      .where('user_id', '=', user.id)
      .execute()
    const ids = conversations.map(({ conversation_id }) => conversation_id)
    // What a message says stays as it is, also where it is the name.
    await replaceNameInStreams(tx, { kind: 'conversation', ids, within: 'fields' }, user)
  },
}
