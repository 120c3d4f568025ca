import { type Eraser } from '../../platform/access/account-erasure.ts'
import { replaceNameInStreams } from '../../platform/events/erase-events.ts'
import { type Feature } from '../../platform/feature.ts'
import { readAttachedAsset } from './attachments/message-attachments.ts'
import { conversationSocketHandlers, conversationStreamAccess } from './socket-handlers.ts'
import { type AfterConversationRead } from './read-state/mark-conversation-read.ts'
import { onMessageChanged } from './on-message-changed.ts'
import { onProjectChanged } from './on-project-changed.ts'
import { conversationData } from './personal-data.ts'
import { conversationRoutes } from './routes.ts'

/** Deletes a user's name as the author of their messages, which the others keep as they were sent. */
const messageEraser: Eraser = {
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

/**
 * Defines the conversations feature: direct conversations and those of projects. `afterRead` keeps the unread counts up
 * to date.
 */
export const conversationsFeature = (ports: { afterRead: AfterConversationRead }): Feature => ({
  name: 'conversations',
  erasers: [messageEraser],
  routes: conversationRoutes(ports.afterRead),
  eventHandlers: [onProjectChanged, onMessageChanged],
  socketEvents: conversationSocketHandlers,
  joinRules: [conversationStreamAccess],
  assetReaders: [readAttachedAsset],
  personalData: conversationData,
})
