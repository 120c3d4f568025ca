import { type MessageChanged } from '@veranda/contract/conversations/live.ts'
import { type Done } from '@veranda/contract/shapes.ts'
import { editMessage as rule } from '@veranda/core/conversations/message-rules.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { type Actor } from '../../access/actor.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { appendToStream } from '../../log/stream.ts'
import { factsOf, noteMessage } from './note-message.ts'
import { lockOwnMessage } from './own-message.ts'

/** Changes the text of one's own message, as an event of its own in the conversation; the former text is kept. */
export async function editMessage(
  at: { tx: Tx; actor: Actor; deps: Deps },
  messageId: string,
  asked: string,
): Promise<Result<Done>> {
  const { tx, actor, deps } = at
  const message = await lockOwnMessage(tx, messageId, actor.id)
  if (!message) return refuse('message.not-found', 'not-found')
  const allowed = rule({ by: actor.id, text: message.text, deleted: message.deleted }, actor.id, asked)
  if (!allowed.ok) return allowed
  const text = allowed.value
  if (text === message.text) return ok({ done: true })
  const now = deps.clock.now()
  const { conversationId } = message.place
  const payload: Omit<MessageChanged, 'seq'> = { conversationId, id: messageId, message: text, editedAt: toIso(now) }
  const seq = await appendToStream(tx, { kind: 'conversation', id: conversationId }, 'message:changed', payload)
  await tx
    .insertInto('message_edits')
    .values({ message_id: messageId, seq, edited_at: new Date(now), former_text: message.text })
    .execute()
  await tx
    .updateTable('messages')
    .set({ text, edited_at: new Date(now) })
    .where('id', '=', messageId)
    .execute()
  const happening = { place: message.place, messageId, seq: message.seq, actor: actor.id, at: now }
  await noteMessage(tx, happening, { type: 'message.edited', data: factsOf(happening) })
  return ok({ done: true })
}
