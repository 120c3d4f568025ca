import { type Feature } from '../../feature.ts'
import { attachedWorks } from './attachments.ts'
import { conversationEvents, joinConversation } from './live.ts'
import { type AfterRead } from './mark-read.ts'
import { onProjectChanged } from './on-project-changed.ts'
import { conversationRoutes } from './routes.ts'

/** Direct conversations and the conversations of projects. `afterRead` keeps the counts of unread things right. */
export const conversationsFeature = (handed: { afterRead: AfterRead }): Feature => ({
  name: 'conversations',
  routes: conversationRoutes(handed.afterRead),
  reactions: [onProjectChanged],
  events: conversationEvents,
  joins: [joinConversation],
  works: [attachedWorks],
})
