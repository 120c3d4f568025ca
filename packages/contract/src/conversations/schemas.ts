import * as z from 'zod/mini'
import { id, isoInstant, page, pageQuery, userSummary, multilineText } from '../shared-schemas.ts'
import { maxMessageLength, messageActions } from '@veranda/core/conversations/messages/message.ts'
import { assetKinds } from '@veranda/core/assets/acceptance-limits.ts'
import { attachment } from '../assets/schemas.ts'

/** The text of a message; the core counts its graphemes. */
const messageText = multilineText(maxMessageLength)

export const message = z.object({
  id,
  conversationId: id,
  seq: z.int(),
  clientId: z.nullable(z.string()),
  by: userSummary,
  text: z.string(),
  /** Absent if there are none. */
  attachments: z.optional(z.array(attachment)),
  replyTo: z.nullable(id),
  at: isoInstant,
  editedAt: z.nullable(isoInstant),
  /** A deleted message keeps its position with an empty text. */
  deletedAt: z.nullable(isoInstant),
  /** The steps that the viewer may take with the message. */
  actions: z.array(z.enum(messageActions)),
})
export type Message = z.infer<typeof message>

const conversationFields = {
  id,
  /** All other members. `hasPage`: they have a public page as a creator. */
  members: z.array(z.object({ ...userSummary.shape, hasPage: z.boolean() })),
  /** `attachmentKind` is the kind of the first attachment. */
  last: z.nullable(
    z.object({
      text: z.string(),
      attachmentKind: z.nullable(z.enum(assetKinds)),
      by: id,
      at: isoInstant,
      deleted: z.boolean(),
    }),
  ),
  /** Seq of the newest event, and of the last event that the user has read. */
  head: z.int(),
  read: z.int(),
  unread: z.int(),
  updatedAt: isoInstant,
}
/** Between two users, or of everyone in a project. */
export const conversation = z.discriminatedUnion('kind', [
  z.object({ ...conversationFields, kind: z.literal('direct'), project: z.null() }),
  z.object({ ...conversationFields, kind: z.literal('project'), project: z.object({ id, title: z.string() }) }),
])
export type Conversation = z.infer<typeof conversation>
export const conversationList = page(conversation)
export type ConversationList = z.infer<typeof conversationList>
export const conversationListQuery = z.object({ ...pageQuery.shape, projectId: z.optional(id) })
export type ConversationListQuery = z.infer<typeof conversationListQuery>

export const directConversationBody = z.strictObject({ userId: id })
export type DirectConversationBody = z.infer<typeof directConversationBody>

/** A page of messages by seq: newest first before `before`, oldest first after `after`, or around `around`. */
export const messagesQuery = z.object({
  before: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
  after: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  around: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
})
export type MessagesQuery = z.infer<typeof messagesQuery>
export const messagePage = z.object({
  items: z.array(message),
  head: z.int(),
  /** True if older or newer messages exist beyond this page. */
  older: z.boolean(),
  newer: z.boolean(),
  /** Read cursors of the other members. */
  readBy: z.array(z.object({ userId: id, seq: z.int() })),
})
export type MessagePage = z.infer<typeof messagePage>

export const sendBody = z.strictObject({
  clientId: z.uuid(),
  /** May be empty if something is attached. */
  message: multilineText(maxMessageLength, 0),
  replyTo: z._default(z.nullable(id), null),
  /** The sender's own ready assets. */
  assetIds: z._default(z.array(id).check(z.maxLength(10)), []),
})
export type SendBody = z.input<typeof sendBody>
/** Acknowledgement of a sent message; the same for every retry with the same clientId. */
export const sendReply = z.object({ id, seq: z.int(), at: isoInstant, conversationId: id })
export type SendReply = z.infer<typeof sendReply>

export const editBody = z.strictObject({ message: messageText })
export type EditBody = z.infer<typeof editBody>
export const markReadBody = z.strictObject({ seq: z.int().check(z.gte(0)) })
export type MarkReadBody = z.infer<typeof markReadBody>
export const markReadReply = z.object({ read: z.int(), unread: z.int(), messages: z.int() })
export type MarkReadReply = z.infer<typeof markReadReply>

export const messageSearchQuery = z.object({
  ...pageQuery.shape,
  q: z.string().check(z.trim(), z.minLength(2), z.maxLength(120)),
  conversationId: z.optional(id),
})
export type MessageSearchQuery = z.infer<typeof messageSearchQuery>
export const messageSearchResults = page(
  z.object({ message, conversation: z.object({ id, title: z.string(), kind: z.enum(['direct', 'project']) }) }),
)
export type MessageSearchResults = z.infer<typeof messageSearchResults>
