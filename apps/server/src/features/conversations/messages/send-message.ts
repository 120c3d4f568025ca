import { chatMessage } from '@veranda/contract/conversations/events.ts'
import { type EmittedPayload } from '@veranda/contract/realtime/socket-event.ts'
import { type SendReply } from '@veranda/contract/conversations/schemas.ts'
import { checkMessageText, messageActionsFor } from '@veranda/core/conversations/messages/message.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { excerptText } from '@veranda/core/text.ts'
import { toIso, type Instant } from '@veranda/core/time/instant.ts'
import { createHash } from 'node:crypto'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { appendToStream } from '../../../platform/events/streams.ts'
import { insertAttachments, findReadyAttachments } from '../attachments/message-attachments.ts'
import { findMentionedMembers } from './mentions.ts'
import { messageFacts, appendMessageEvent } from './message-events.ts'
import { bumpConversation, lockMembership } from '../conversation.repository.ts'

export type SendMessageInput = {
  conversationId: string
  text: string
  replyTo: string | null
  /** Idempotency key made by the client for each send; null for a send that is not deduplicated. */
  clientId: string | null
  /** The sender's own ready assets. */
  assetIds?: readonly string[]
}

/** Hashes the body of a send, to tell a retry from another message with the same client id. */
export function bodyHash(input: SendMessageInput): string {
  return createHash('sha256')
    .update(JSON.stringify([input.conversationId, input.text, input.replyTo, ...(input.assetIds ?? [])]))
    .digest('hex')
}

/**
 * Sends a message; the only way into a conversation, for both HTTP and sockets. A retry with the same client id and
 * body returns the first acknowledgement; with another body it is refused (message.client-id-reused). An acknowledged
 * message is committed.
 */
export async function sendMessage(ctx: CommandContext, input: SendMessageInput): Promise<Result<SendReply>> {
  const { tx, actor, deps } = ctx
  const membership = await lockMembership(tx, input.conversationId, actor.id)
  if (!membership) return refuse('conversation.not-found', 'not-found')
  const checked = checkMessageText(input.text, input.assetIds?.length)
  if (!checked.ok) return checked
  const text = checked.value
  const hash = bodyHash({ ...input, text })
  const priorSend = input.clientId === null ? undefined : await findPriorSend(tx, actor.id, input.clientId)
  if (priorSend)
    return priorSend.body_hash === hash ? ok(toSendReply(priorSend)) : refuse('message.client-id-reused', 'conflict')
  if (input.replyTo !== null && !(await isInConversation(tx, input.conversationId, input.replyTo))) {
    return refuse('message.reply-unknown', 'invalid', { field: 'replyTo' })
  }

  const found = await findReadyAttachments(tx, actor.id, input.assetIds ?? [])
  if (!found.ok) return found
  const attachments = found.value

  const id = deps.ids.next()
  const now = deps.clock.now()
  const sent = { deleted: false }
  const payload: EmittedPayload<typeof chatMessage> = {
    id,
    conversationId: membership.conversationId,
    projectId: membership.projectId,
    userId: actor.id,
    username: membership.name,
    avatar: membership.avatar,
    message: text,
    type: 'text',
    timestamp: toIso(now),
    clientId: input.clientId,
    replyTo: input.replyTo,
    actions: { author: messageActionsFor(sent, 'author'), others: messageActionsFor(sent, 'member') },
    ...(attachments.length > 0 ? { attachments } : {}),
  }
  const seq = await appendToStream(tx, { kind: 'conversation', id: membership.conversationId }, chatMessage, payload)
  const inserted = await tx
    .insertInto('messages')
    .values({
      id,
      conversation_id: membership.conversationId,
      seq,
      sender_id: actor.id,
      client_id: input.clientId,
      body_hash: hash,
      text,
      reply_to: input.replyTo,
      attachments: attachments.length > 0 ? JSON.stringify(attachments) : null,
      created_at: new Date(now),
      edited_at: null,
      deleted_at: null,
    })
    .onConflict((c) => c.columns(['sender_id', 'client_id']).doNothing())
    .executeTakeFirst()
  // Sends to one conversation are serialised by lockMembership, so the duplicate was sent to another conversation at
  // the same moment.
  if (!inserted.numInsertedOrUpdatedRows) return refuse('message.client-id-reused', 'conflict')
  await insertAttachments(tx, id, input.assetIds ?? [])
  await bumpConversation(tx, membership.conversationId, now)
  const source = { membership, messageId: id, seq, actor: actor.id, at: now }
  const mentions = await findMentionedMembers(tx, text, membership.conversationId, actor.id)
  await appendMessageEvent(tx, source, {
    type: 'message.sent',
    data: {
      ...messageFacts(source),
      by: actor.id,
      preview: excerptText(text === '' ? (attachments[0]?.name ?? '') : text),
      mentions,
    },
  })
  return ok({ id, seq, at: toIso(now), conversationId: membership.conversationId })
}

type PriorSend = { id: string; seq: number; created_at: Instant; conversation_id: string; body_hash: string }

function findPriorSend(tx: Tx, senderId: string, clientId: string): Promise<PriorSend | undefined> {
  return tx
    .selectFrom('messages')
    .select(['id', 'seq', 'created_at', 'conversation_id', 'body_hash'])
    .where('sender_id', '=', senderId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

async function isInConversation(tx: Tx, conversationId: string, messageId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('messages')
    .select('id')
    .where('id', '=', messageId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  return row !== undefined
}

function toSendReply(priorSend: PriorSend): SendReply {
  return {
    id: priorSend.id,
    seq: priorSend.seq,
    at: toIso(priorSend.created_at),
    conversationId: priorSend.conversation_id,
  }
}
