import { messageChanged } from '@veranda/contract/conversations/events.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { edit } from '@veranda/core/conversations/messages/message.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendToStream } from '../../../platform/events/streams.ts'
import { messageFacts, appendMessageEvent } from './message-events.ts'
import { lockMessageFor } from './message.repository.ts'

/** Changes the text of the actor's own message, as a stream event of its own, and keeps the previous text. */
export async function editMessage(ctx: CommandContext, messageId: string, newText: string): Promise<Result<Done>> {
  const { tx, actor, deps } = ctx
  const message = await lockMessageFor(tx, messageId, actor.id)
  if (!message) return refuse('message.not-found', 'not-found')
  const allowed = edit({ by: actor.id, text: message.text, deleted: message.deleted }, actor.id, newText)
  if (!allowed.ok) return allowed
  const text = allowed.value
  if (text === message.text) return ok({ done: true })
  const now = deps.clock.now()
  const { conversationId } = message.membership
  const payload = { conversationId, id: messageId, message: text, editedAt: toIso(now) }
  const seq = await appendToStream(tx, { kind: 'conversation', id: conversationId }, messageChanged, payload)
  await tx
    .insertInto('message_edits')
    .values({ message_id: messageId, seq, edited_at: new Date(now), previous_text: message.text })
    .execute()
  await tx
    .updateTable('messages')
    .set({ text, edited_at: new Date(now) })
    .where('id', '=', messageId)
    .execute()
  const source = { membership: message.membership, messageId, seq: message.seq, actor: actor.id, at: now }
  await appendMessageEvent(tx, source, { type: 'message.edited', data: { ...messageFacts(source), changeSeq: seq } })
  return ok({ done: true })
}
