import { route } from '../route.ts'
import type { Done, IdParams } from '../shapes.ts'
import type {
  Conversation,
  ConversationList,
  ConversationListQuery,
  DirectBody,
  EditBody,
  MessageHits,
  MessagePage,
  MessageSearchQuery,
  MessagesQuery,
  ReadBody,
  ReadReply,
  SendBody,
  Sent,
} from './schemas.ts'

export const listConversations = route<{ query: ConversationListQuery; reply: ConversationList }>(
  'GET',
  '/conversations',
)
/** Opens the direct conversation with a person, or finds the one there is. */
export const openDirect = route<{ body: DirectBody; reply: Conversation }>('POST', '/conversations')
export const readConversation = route<{ params: IdParams; reply: Conversation }>('GET', '/conversations/:id')
export const listMessages = route<{ params: IdParams; query: MessagesQuery; reply: MessagePage }>(
  'GET',
  '/conversations/:id/messages',
)
export const sendMessage = route<{ params: IdParams; body: SendBody; reply: Sent }>(
  'POST',
  '/conversations/:id/messages',
)
export const markConversationRead = route<{ params: IdParams; body: ReadBody; reply: ReadReply }>(
  'PUT',
  '/conversations/:id/read',
)
export const editMessage = route<{ params: IdParams; body: EditBody; reply: Done }>('PUT', '/messages/:id')
export const deleteMessage = route<{ params: IdParams; reply: Done }>('DELETE', '/messages/:id')
export const searchMessages = route<{ query: MessageSearchQuery; reply: MessageHits }>('GET', '/messages/search')
