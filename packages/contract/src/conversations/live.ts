import * as z from 'zod/mini'
import { id, isoInstant, text } from '../shapes.ts'
import { attachment } from '../works/schemas.ts'

/** Names and payloads on the socket. The first three and `chat_message` are the ones every client of the product knows. */
export const joinRoom = z.object({ projectId: id })
export const leaveRoom = z.object({ projectId: id })

/** From a client. Without a `clientId` the server makes one, and that send is not deduplicated. */
export const chatMessageIn = z.object({
  projectId: id,
  message: text(4000),
  type: z._default(z.literal('text'), 'text'),
  clientId: z.optional(z.uuid()),
})
export type ChatMessageIn = z.input<typeof chatMessageIn>

/** The same for any conversation, direct ones too. */
export const messageSendIn = z.object({
  conversationId: id,
  message: text(4000, 0),
  clientId: z.uuid(),
  replyTo: z._default(z.nullable(id), null),
  works: z._default(z.array(id).check(z.maxLength(10)), []),
})
export type MessageSendIn = z.input<typeof messageSendIn>

export const typingIn = z.object({ conversationId: id, on: z.boolean() })
export type TypingIn = z.infer<typeof typingIn>
export const typing = z.object({ conversationId: id, userId: id, username: z.string(), on: z.boolean() })
export type Typing = z.infer<typeof typing>

/** To everyone in the conversation, the sender too. `seq` is the place in the conversation's log. */
export const chatMessage = z.object({
  userId: id,
  username: z.string(),
  avatar: z.nullable(z.string()),
  message: z.string(),
  type: z.literal('text'),
  projectId: z.nullable(id),
  conversationId: id,
  timestamp: isoInstant,
  id,
  seq: z.int(),
  clientId: z.nullable(z.string()),
  replyTo: z.nullable(id),
  works: z.optional(z.array(attachment)),
})
export type ChatMessage = z.infer<typeof chatMessage>

export const messageChanged = z.object({
  conversationId: id,
  seq: z.int(),
  id,
  message: z.string(),
  editedAt: isoInstant,
})
export type MessageChanged = z.infer<typeof messageChanged>
export const messageDeleted = z.object({ conversationId: id, seq: z.int(), id, deletedAt: isoInstant })
export type MessageDeleted = z.infer<typeof messageDeleted>
/** How far a member has read; volatile, the truth comes with the next page. */
export const conversationRead = z.object({ conversationId: id, userId: id, read: z.int() })
export type ConversationRead = z.infer<typeof conversationRead>
