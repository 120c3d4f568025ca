import { type Feature } from '../../platform/feature.ts'
import { messageEraser } from './erase-user.ts'
import { readAttachedAsset } from './attachments/message-attachments.ts'
import { conversationSocketHandlers, conversationStreamAccess } from './socket-handlers.ts'
import { type AfterConversationRead } from './read-state/mark-conversation-read.ts'
import { onMessageChanged } from './on-message-changed.ts'
import { onProjectChanged } from './on-project-changed.ts'
import { conversationData } from './personal-data.ts'
import { conversationRoutes } from './routes.ts'

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
