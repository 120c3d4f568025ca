import { type ChatMessage } from '@veranda/contract/conversations/live.ts'
import { type Sent } from '@veranda/contract/conversations/schemas.ts'
import { checkText } from '@veranda/core/conversations/message-rules.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { preview } from '@veranda/core/text.ts'
import { toIso, type Instant } from '@veranda/core/time/instant.ts'
import { createHash } from 'node:crypto'
import { type Actor } from '../../access/actor.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { appendToStream } from '../../log/stream.ts'
import { attach, readAttachments } from './attachments.ts'
import { mentionedIn } from './mentions.ts'
import { factsOf, noteMessage } from './note-message.ts'
import { bumpConversation, lockPlace } from './rows.ts'

export type Sending = {
  conversationId: string
  text: string
  replyTo: string | null
  /** Made by the client for each send; null when it wants no protection against sending twice. */
  clientId: string | null
  /** One's own works that are ready. */
  works?: readonly string[]
}

/** Tells a true repetition of a send from another message under the same client id. */
export function bodyHash(sending: Sending): string {
  return createHash('sha256')
    .update(JSON.stringify([sending.conversationId, sending.text, sending.replyTo, ...(sending.works ?? [])]))
    .digest('hex')
}

/**
 * The one way a message comes into a conversation, by HTTP or by socket. The same client id with the same body answers
 * the first acknowledgement again; with another body it is refused. Acknowledged means committed.
 */
export async function sendMessage(at: { tx: Tx; actor: Actor; deps: Deps }, sending: Sending): Promise<Result<Sent>> {
  const { tx, actor, deps } = at
  const place = await lockPlace(tx, sending.conversationId, actor.id)
  if (!place) return refuse('conversation.not-found', 'not-found')
  const checked = checkText(sending.text, sending.works?.length)
  if (!checked.ok) return checked
  const text = checked.value
  const hash = bodyHash({ ...sending, text })
  const prior = sending.clientId === null ? undefined : await findPrior(tx, actor.id, sending.clientId)
  if (prior) return prior.body_hash === hash ? ok(acknowledge(prior)) : refuse('message.client-id-reused', 'conflict')
  if (sending.replyTo !== null && !(await isIn(tx, sending.conversationId, sending.replyTo))) {
    return refuse('message.reply-unknown', 'invalid', { field: 'replyTo' })
  }

  const attached = await readAttachments(tx, actor.id, sending.works ?? [])
  if (!attached.ok) return attached
  const works = attached.value

  const id = deps.ids.next()
  const now = deps.clock.now()
  const payload: Omit<ChatMessage, 'seq'> = {
    id,
    conversationId: place.conversationId,
    projectId: place.projectId,
    userId: actor.id,
    username: place.name,
    avatar: place.avatar,
    message: text,
    type: 'text',
    timestamp: toIso(now),
    clientId: sending.clientId,
    replyTo: sending.replyTo,
    ...(works.length > 0 ? { works } : {}),
  }
  const seq = await appendToStream(tx, { kind: 'conversation', id: place.conversationId }, 'chat_message', payload)
  const written = await tx
    .insertInto('messages')
    .values({
      id,
      conversation_id: place.conversationId,
      seq,
      sender_id: actor.id,
      client_id: sending.clientId,
      body_hash: hash,
      text,
      reply_to: sending.replyTo,
      attachments: works.length > 0 ? JSON.stringify(works) : null,
      created_at: new Date(now),
      edited_at: null,
      deleted_at: null,
    })
    .onConflict((c) => c.columns(['sender_id', 'client_id']).doNothing())
    .executeTakeFirst()
  // Sends into one conversation wait for each other at lockPlace, so this one went into another at the same moment.
  if (!written.numInsertedOrUpdatedRows) return refuse('message.client-id-reused', 'conflict')
  await attach(tx, id, sending.works ?? [])
  await bumpConversation(tx, place.conversationId, now)
  const happening = { place, messageId: id, seq, actor: actor.id, at: now }
  const mentions = await mentionedIn(tx, text, place.conversationId, actor.id)
  await noteMessage(tx, happening, {
    type: 'message.sent',
    data: {
      ...factsOf(happening),
      by: actor.id,
      preview: preview(text === '' ? (works[0]?.name ?? '') : text),
      mentions,
    },
  })
  return ok({ id, seq, at: toIso(now), conversationId: place.conversationId })
}

type Prior = { id: string; seq: number; created_at: Instant; conversation_id: string; body_hash: string }

function findPrior(tx: Tx, senderId: string, clientId: string): Promise<Prior | undefined> {
  return tx
    .selectFrom('messages')
    .select(['id', 'seq', 'created_at', 'conversation_id', 'body_hash'])
    .where('sender_id', '=', senderId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

async function isIn(tx: Tx, conversationId: string, messageId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('messages')
    .select('id')
    .where('id', '=', messageId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  return row !== undefined
}

function acknowledge(prior: Prior): Sent {
  return { id: prior.id, seq: prior.seq, at: toIso(prior.created_at), conversationId: prior.conversation_id }
}
