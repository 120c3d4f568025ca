import { route } from '../route.ts'
import type { Done, IdParams } from '../shared-schemas.ts'
import type {
  Conversation,
  ConversationList,
  ConversationListQuery,
  DirectConversationBody,
  EditBody,
  MessageSearchResults,
  MessagePage,
  MessageSearchQuery,
  MessagesQuery,
  MarkReadBody,
  MarkReadReply,
  SendBody,
  SendReply,
} from './schemas.ts'

export const listConversations = route<{ query: ConversationListQuery; reply: ConversationList }>(
  'GET',
  '/conversations',
)
/** Opens the direct conversation with another user, or returns the existing one. */
export const openDirectConversation = route<{ body: DirectConversationBody; reply: Conversation }>(
  'POST',
  '/conversations',
)
export const readConversation = route<{ params: IdParams; reply: Conversation }>('GET', '/conversations/:id')
export const listMessages = route<{ params: IdParams; query: MessagesQuery; reply: MessagePage }>(
  'GET',
  '/conversations/:id/messages',
)
export const sendMessage = route<{ params: IdParams; body: SendBody; reply: SendReply }>(
  'POST',
  '/conversations/:id/messages',
)
export const markConversationRead = route<{ params: IdParams; body: MarkReadBody; reply: MarkReadReply }>(
  'PUT',
  '/conversations/:id/read',
)
export const editMessage = route<{ params: IdParams; body: EditBody; reply: Done }>('PUT', '/messages/:id')
export const deleteMessage = route<{ params: IdParams; reply: Done }>('DELETE', '/messages/:id')
export const searchMessages = route<{ query: MessageSearchQuery; reply: MessageSearchResults }>(
  'GET',
  '/messages/search',
)
