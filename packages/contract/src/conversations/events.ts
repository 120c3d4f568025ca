import { messageActions } from '@veranda/core/conversations/messages/message.ts'
import * as z from 'zod/mini'
import { id, isoInstant, text } from '../shared-schemas.ts'
import { attachment } from '../assets/schemas.ts'

/**
 * Event names and payloads on the socket. The first three and `chat_message` are known to every client of the product.
 */
export const joinRoom = z.object({ projectId: id })
export const leaveRoom = z.object({ projectId: id })

/** From a client. Without a `clientId` the server makes one, and that send is not deduplicated. */
export const chatMessageInput = z.object({
  projectId: id,
  message: text(4000),
  type: z._default(z.literal('text'), 'text'),
  clientId: z.optional(z.uuid()),
})
export type ChatMessageInput = z.input<typeof chatMessageInput>

/** The same for any conversation, including direct ones. */
export const messageSendInput = z.object({
  conversationId: id,
  message: text(4000, 0),
  clientId: z.uuid(),
  replyTo: z._default(z.nullable(id), null),
  assetIds: z._default(z.array(id).check(z.maxLength(10)), []),
})
export type MessageSendInput = z.input<typeof messageSendInput>

export const typingInput = z.object({ conversationId: id, on: z.boolean() })
export type TypingInput = z.infer<typeof typingInput>
export const typing = z.object({ conversationId: id, userId: id, username: z.string(), on: z.boolean() })
export type Typing = z.infer<typeof typing>

/**
 * To every member of the conversation, including the sender. `seq` is the position in the conversation's stream. As the
 * event is the same for all members, it names both what its author may do with the message and what the others may.
 */
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
  attachments: z.optional(z.array(attachment)),
  actions: z.object({ author: z.array(z.enum(messageActions)), others: z.array(z.enum(messageActions)) }),
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
/** Nothing can be done with a deleted message. */
export const messageDeleted = z.object({ conversationId: id, seq: z.int(), id, deletedAt: isoInstant })
export type MessageDeleted = z.infer<typeof messageDeleted>
/** A member's read cursor; not stored, the next page of messages has the current value. */
export const conversationRead = z.object({ conversationId: id, userId: id, read: z.int() })
export type ConversationRead = z.infer<typeof conversationRead>
