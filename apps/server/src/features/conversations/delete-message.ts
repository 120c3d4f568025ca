import { type MessageDeleted } from '@veranda/contract/conversations/live.ts'
import { type Done } from '@veranda/contract/shapes.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { type Actor } from '../../access/actor.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { append } from '../../log/append.ts'
import { appendToStream } from '../../log/stream.ts'
import { lockOwnMessage } from './own-message.ts'

/** Takes back one's own message: its place stays, its text and former texts go. Doing it twice is once. */
export async function deleteMessage(at: { t: Tx; actor: Actor; deps: Deps }, messageId: string): Promise<Result<Done>> {
  const { t, actor, deps } = at
  const message = await lockOwnMessage(t, messageId, actor.id)
  if (!message) return refuse('message.not-found', 'not-found')
  if (message.deletedAt !== null) return ok({ done: true })
  const now = deps.clock.now()
  const payload: Omit<MessageDeleted, 'seq'> = {
    conversationId: message.conversationId,
    id: messageId,
    deletedAt: toIso(now),
  }
  await appendToStream(t, { kind: 'conversation', id: message.conversationId }, 'message:deleted', payload)
  await t.deleteFrom('message_edits').where('message_id', '=', messageId).execute()
  await t
    .updateTable('messages')
    .set({ text: '', deleted_at: new Date(now) })
    .where('id', '=', messageId)
    .execute()
  await append(t, {
    type: 'message.deleted',
    subject: { kind: 'conversation', id: message.conversationId },
    projectId: message.projectId,
    actor: actor.id,
    at: now,
    data: { conversationId: message.conversationId, messageId },
  })
  return ok({ done: true })
}
