import { type ConversationEvent } from '@veranda/core/conversations/events.ts'
import { asId, type MessageId, type UserId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type Membership } from '../conversation.repository.ts'

type MessageEventOf = ConversationEvent<'message.sent' | 'message.edited' | 'message.deleted'>

/** Source of a message event; `seq` is the message's own. */
export type MessageEventSource = {
  membership: Pick<Membership, 'conversationId' | 'projectId'>
  messageId: string
  seq: number
  actor: UserId
  at: Instant
}

/** Returns the data common to all events of a message. */
export function messageFacts({ membership, messageId, seq }: MessageEventSource) {
  const { conversationId, projectId } = membership
  return { conversationId, projectId, messageId: asId<MessageId>(messageId), seq }
}

/** Appends a message event to the outbox, with the conversation as its subject. */
export async function appendMessageEvent(tx: Tx, source: MessageEventSource, event: MessageEventOf): Promise<void> {
  await appendEvent(tx, {
    ...event,
    subject: { kind: 'conversation', id: source.membership.conversationId },
    projectId: source.membership.projectId,
    actor: source.actor,
    at: source.at,
  })
}
