import { messageDeleted } from '@veranda/contract/conversations/events.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendToStream, redactStreamField } from '../../../platform/events/streams.ts'
import { messageFacts, appendMessageEvent } from './message-events.ts'
import { lockMessageFor } from './message.repository.ts'

/** Deletes the actor's own message. Its position stays; its text and its previous texts are erased. Idempotent. */
export async function deleteMessage(ctx: CommandContext, messageId: string): Promise<Result<Done>> {
  const { tx, actor, deps } = ctx
  const message = await lockMessageFor(tx, messageId, actor.id)
  if (!message) return refuse('message.not-found', 'not-found')
  if (message.deleted) return ok({ done: true })
  const now = deps.clock.now()
  const { conversationId } = message.membership
  const payload = { conversationId, id: messageId, deletedAt: toIso(now) }
  const stream = { kind: 'conversation', id: conversationId } as const
  const changeSeq = await appendToStream(tx, stream, messageDeleted, payload)
  const edits = await tx.deleteFrom('message_edits').where('message_id', '=', messageId).returning('seq').execute()
  await redactStreamField(tx, stream, [message.seq, ...edits.map(({ seq }) => seq)], 'message', ['attachments'])
  await tx
    .updateTable('messages')
    .set({ text: '', attachments: null, deleted_at: new Date(now) })
    .where('id', '=', messageId)
    .execute()
  await tx.deleteFrom('message_attachments').where('message_id', '=', messageId).execute()
  const source = { membership: message.membership, messageId, seq: message.seq, actor: actor.id, at: now }
  await appendMessageEvent(tx, source, { type: 'message.deleted', data: { ...messageFacts(source), changeSeq } })
  return ok({ done: true })
}
