import { type ConversationEvent } from '@veranda/core/conversations/events.ts'
import { type MessageId, type PersonId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../db/database.ts'
import { append } from '../../log/append.ts'
import { type Place } from './rows.ts'

type Noted = ConversationEvent<'message.sent' | 'message.edited' | 'message.deleted'>

/** Where and by whom something happened to a message; `seq` is the message's own. */
export type MessageHappening = {
  place: Pick<Place, 'conversationId' | 'projectId'>
  messageId: string
  seq: number
  actor: PersonId
  at: Instant
}

/** The facts of a message that each of its events carries. */
export function factsOf({ place, messageId, seq }: MessageHappening) {
  const { conversationId, projectId } = place
  // The id of a row of messages.
  return { conversationId, projectId, messageId: messageId as MessageId, seq }
}

/** Writes what happened to a message into the log; the subject is its conversation. */
export async function noteMessage(tx: Tx, happening: MessageHappening, event: Noted): Promise<void> {
  await append(tx, {
    ...event,
    subject: { kind: 'conversation', id: happening.place.conversationId },
    projectId: happening.place.projectId,
    actor: happening.actor,
    at: happening.at,
  })
}
