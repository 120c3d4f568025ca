import * as z from 'zod/mini'
import { id, isoInstant, page, pageQuery, person, text } from '../shapes.ts'
import { workKinds } from '@veranda/core/works/limits.ts'
import { attachment } from '../works/schemas.ts'

/** At most 4 000 UTF-16 units go over the wire; the core counts graphemes. */
const body = text(4000)

export const message = z.object({
  id,
  conversationId: id,
  seq: z.int(),
  clientId: z.nullable(z.string()),
  by: person,
  text: z.string(),
  /** Left out when there are none. */
  works: z.optional(z.array(attachment)),
  replyTo: z.nullable(id),
  at: isoInstant,
  editedAt: z.nullable(isoInstant),
  /** A deleted message keeps its place with an empty text. */
  deletedAt: z.nullable(isoInstant),
})
export type Message = z.infer<typeof message>

export const conversation = z.object({
  id,
  kind: z.enum(['direct', 'project']),
  project: z.nullable(z.object({ id, title: z.string() })),
  /** Everyone else in it. */
  people: z.array(person),
  /** `attached` is what came with it: the kind of the first work. */
  last: z.nullable(
    z.object({
      text: z.string(),
      attached: z.nullable(z.enum(workKinds)),
      by: id,
      at: isoInstant,
      deleted: z.boolean(),
    }),
  ),
  /** Seq of the newest event, and of the last one that the reader has read. */
  head: z.int(),
  read: z.int(),
  unread: z.int(),
  muted: z.boolean(),
  updatedAt: isoInstant,
})
export type Conversation = z.infer<typeof conversation>
export const conversationList = page(conversation)
export type ConversationList = z.infer<typeof conversationList>
export const conversationListQuery = z.object({ ...pageQuery.shape, projectId: z.optional(id) })
export type ConversationListQuery = z.infer<typeof conversationListQuery>

export const directBody = z.strictObject({ personId: id })
export type DirectBody = z.infer<typeof directBody>

/** A page of messages by seq: newest first before `before`, or oldest first after `after`, or around `around`. */
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
  /** Whether older and newer messages exist beyond this page. */
  older: z.boolean(),
  newer: z.boolean(),
  /** How far everyone else has read. */
  readBy: z.array(z.object({ personId: id, seq: z.int() })),
})
export type MessagePage = z.infer<typeof messagePage>

export const sendBody = z.strictObject({
  clientId: z.uuid(),
  /** May be empty when something is attached. */
  message: text(4000, 0),
  replyTo: z._default(z.nullable(id), null),
  /** One's own works that are ready. */
  works: z._default(z.array(id).check(z.maxLength(10)), []),
})
export type SendBody = z.input<typeof sendBody>
/** The acknowledgement of a sent message; the same for every repetition of the same clientId. */
export const sent = z.object({ id, seq: z.int(), at: isoInstant, conversationId: id })
export type Sent = z.infer<typeof sent>

export const editBody = z.strictObject({ message: body })
export type EditBody = z.infer<typeof editBody>
export const readBody = z.strictObject({ seq: z.int().check(z.gte(0)) })
export type ReadBody = z.infer<typeof readBody>
export const readReply = z.object({ read: z.int(), unread: z.int(), messages: z.int() })
export type ReadReply = z.infer<typeof readReply>

export const messageSearchQuery = z.object({
  ...pageQuery.shape,
  q: z.string().check(z.trim(), z.minLength(2), z.maxLength(120)),
  conversationId: z.optional(id),
})
export type MessageSearchQuery = z.infer<typeof messageSearchQuery>
export const messageHits = page(
  z.object({ message, conversation: z.object({ id, title: z.string(), kind: z.enum(['direct', 'project']) }) }),
)
export type MessageHits = z.infer<typeof messageHits>
