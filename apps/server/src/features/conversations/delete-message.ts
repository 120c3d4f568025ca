import { type MessageDeleted } from '@veranda/contract/conversations/live.ts'
import { type Done } from '@veranda/contract/shapes.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { type Actor } from '../../access/actor.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { appendToStream, eraseInStream } from '../../log/stream.ts'
import { factsOf, noteMessage } from './note-message.ts'
import { lockOwnMessage } from './own-message.ts'

/** Takes back one's own message: its place stays, its text and former texts go. Doing it twice is once. */
export async function deleteMessage(
  at: { tx: Tx; actor: Actor; deps: Deps },
  messageId: string,
): Promise<Result<Done>> {
  const { tx, actor, deps } = at
  const message = await lockOwnMessage(tx, messageId, actor.id)
  if (!message) return refuse('message.not-found', 'not-found')
  if (message.deleted) return ok({ done: true })
  const now = deps.clock.now()
  const { conversationId } = message.place
  const payload: Omit<MessageDeleted, 'seq'> = { conversationId, id: messageId, deletedAt: toIso(now) }
  const stream = { kind: 'conversation', id: conversationId } as const
  await appendToStream(tx, stream, 'message:deleted', payload)
  const edits = await tx.deleteFrom('message_edits').where('message_id', '=', messageId).returning('seq').execute()
  await eraseInStream(tx, stream, [message.seq, ...edits.map(({ seq }) => seq)], 'message', ['works'])
  await tx
    .updateTable('messages')
    .set({ text: '', attachments: null, deleted_at: new Date(now) })
    .where('id', '=', messageId)
    .execute()
  await tx.deleteFrom('message_works').where('message_id', '=', messageId).execute()
  const happening = { place: message.place, messageId, seq: message.seq, actor: actor.id, at: now }
  await noteMessage(tx, happening, { type: 'message.deleted', data: factsOf(happening) })
  return ok({ done: true })
}
