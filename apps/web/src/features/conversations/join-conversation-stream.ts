import { chatMessage, messageChanged, messageDeleted } from '@veranda/contract/conversations/events.ts'
import { streamJoined, type StreamJoinInput, type StreamEntry } from '@veranda/contract/realtime/events.ts'
import { type TimelineEntry } from '@veranda/core/conversations/messages/message-timeline.ts'
import { emit } from '../../lib/realtime.ts'
import { type StreamPage } from '../../lib/stream-catch-up.ts'
import { networkProblem } from '../../lib/api/problem.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { toDeletedEntry, toEditedEntry, toSentEntry } from './conversation-timeline.ts'

/** Joins the stream of a conversation and, with `after`, returns the entries after that seq. Throws a `Problem`. */
export async function joinConversationStream(
  conversationId: string,
  after?: number,
): Promise<StreamPage<TimelineEntry>> {
  const request: StreamJoinInput = { kind: 'conversation', id: conversationId }
  const reply = streamJoined.safeParse(await emit('stream:join', after === undefined ? request : { ...request, after }))
  if (!reply.success) throw networkProblem()
  return { ...reply.data, entries: reply.data.items.map(toTimelineEntry) }
}

/** Converts a stream entry to a timeline entry. An unknown type keeps its seq and changes nothing. */
export function toTimelineEntry({ seq, name, payload }: StreamEntry): TimelineEntry {
  const event = { ...payload, seq }
  const noChange: TimelineEntry = { kind: 'edited', seq, id: '', text: '', at: '' }
  switch (name) {
    case 'chat_message': {
      const parsed = chatMessage.safeParse(event)
      return parsed.success ? toSentEntry(parsed.data, sessionStore.get().user?.id) : noChange
    }
    case 'message:changed': {
      const parsed = messageChanged.safeParse(event)
      return parsed.success ? toEditedEntry(parsed.data) : noChange
    }
    case 'message:deleted': {
      const parsed = messageDeleted.safeParse(event)
      return parsed.success ? toDeletedEntry(parsed.data) : noChange
    }
    default:
      return noChange
  }
}
