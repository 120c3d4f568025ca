import { maxMessageLength, messageActions } from '@veranda/core/conversations/messages/message.ts'
import * as z from 'zod/mini'
import { id, isoInstant, multilineText } from '../shared-schemas.ts'
import { attachment } from '../assets/schemas.ts'
import {
  changeEvent,
  clientEvent,
  noReply,
  type PayloadOf,
  serverEvent,
  streamEvent,
} from '../realtime/socket-event.ts'

/** The fixed protocol, known to every client of the product: these and `chat_message` in both directions. */
export const joinRoom = clientEvent(
  'join_room',
  z.object({ projectId: id }),
  z.object({ conversationId: id, head: z.int() }),
  'other-clients',
)
export const leaveRoom = clientEvent('leave_room', z.object({ projectId: id }), noReply, 'other-clients')

const sentMessage = z.object({ id, seq: z.int(), at: isoInstant })

/** Without a `clientId` the server makes one, and that send is not deduplicated. */
export const sendProjectMessage = clientEvent(
  'chat_message',
  z.object({
    projectId: id,
    message: multilineText(maxMessageLength),
    type: z._default(z.literal('text'), 'text'),
    clientId: z.optional(z.uuid()),
  }),
  sentMessage,
  'other-clients',
)

/** The same for any conversation, including direct ones. */
export const sendMessage = clientEvent(
  'message:send',
  z.object({
    conversationId: id,
    message: multilineText(maxMessageLength, 0),
    clientId: z.uuid(),
    replyTo: z._default(z.nullable(id), null),
    assetIds: z._default(z.array(id).check(z.maxLength(10)), []),
  }),
  sentMessage,
)

export const sendTyping = clientEvent('typing', z.object({ conversationId: id, on: z.boolean() }), noReply)
/** To the other members who have joined the conversation's stream. */
export const typing = serverEvent(
  'typing',
  z.object({ conversationId: id, userId: id, username: z.string(), on: z.boolean() }),
)
export type Typing = PayloadOf<typeof typing>

/**
 * To every member of the conversation, including the sender. `seq` is the position in the conversation's stream. As the
 * event is the same for all members, it names both what its author may do with the message and what the others may.
 */
export const chatMessage = streamEvent(
  'conversation',
  'chat_message',
  z.object({
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
  }),
)
export type ChatMessage = PayloadOf<typeof chatMessage>

export const messageChanged = streamEvent(
  'conversation',
  'message:changed',
  z.object({ conversationId: id, seq: z.int(), id, message: z.string(), editedAt: isoInstant }),
)
export type MessageChanged = PayloadOf<typeof messageChanged>

/** Nothing can be done with a deleted message. */
export const messageDeleted = streamEvent(
  'conversation',
  'message:deleted',
  z.object({ conversationId: id, seq: z.int(), id, deletedAt: isoInstant }),
)
export type MessageDeleted = PayloadOf<typeof messageDeleted>

/** A member's read cursor; not stored, the next page of messages has the current value. */
export const conversationRead = serverEvent(
  'conversation:read',
  z.object({ conversationId: id, userId: id, read: z.int() }),
)

/**
 * To every member after a message, an edit or a deletion, to the reader's other sockets after a read, and to those who
 * stay when someone joins or leaves. `version` is the position in the conversation's stream; only the first three move it.
 */
export const conversationChanged = changeEvent('conversation:changed', {})

/** To a user who joined or left a conversation. `id` is the conversation's. */
export const membershipChanged = changeEvent('membership:changed', { projectId: z.nullable(id), member: z.boolean() })
