import { type MessageChanged } from '@veranda/contract/conversations/live.ts'
import { type Done } from '@veranda/contract/shapes.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { type Actor } from '../../access/actor.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { append } from '../../log/append.ts'
import { appendToStream } from '../../log/stream.ts'
import { lockOwnMessage } from './own-message.ts'

/** Changes the text of one's own message, as an event of its own in the conversation; the former text is kept. */
export async function editMessage(
  at: { t: Tx; actor: Actor; deps: Deps },
  messageId: string,
  text: string,
): Promise<Result<Done>> {
  const { t, actor, deps } = at
  const message = await lockOwnMessage(t, messageId, actor.id)
  if (!message) return refuse('message.not-found', 'not-found')
  if (message.deletedAt !== null) return refuse('message.deleted', 'conflict')
  if (message.text === text) return ok({ done: true })
  const now = deps.clock.now()
  const payload: Omit<MessageChanged, 'seq'> = {
    conversationId: message.conversationId,
    id: messageId,
    message: text,
    editedAt: toIso(now),
  }
  const seq = await appendToStream(t, { kind: 'conversation', id: message.conversationId }, 'message:changed', payload)
  await t
    .insertInto('message_edits')
    .values({ message_id: messageId, seq, edited_at: new Date(now), former_text: message.text })
    .execute()
  await t
    .updateTable('messages')
    .set({ text, edited_at: new Date(now) })
    .where('id', '=', messageId)
    .execute()
  await append(t, {
    type: 'message.edited',
    subject: { kind: 'conversation', id: message.conversationId },
    projectId: message.projectId,
    actor: actor.id,
    at: now,
    data: { conversationId: message.conversationId, messageId },
  })
  return ok({ done: true })
}
