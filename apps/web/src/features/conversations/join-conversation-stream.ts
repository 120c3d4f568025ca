import { chatMessage, messageChanged, messageDeleted } from '@veranda/contract/conversations/events.ts'
import { joinStream, type StreamEntry } from '@veranda/contract/realtime/events.ts'
import { type TimelineEntry } from '@veranda/core/conversations/messages/message-timeline.ts'
import { emit } from '../../lib/realtime/realtime.ts'
import { type StreamPage } from '../../lib/realtime/stream-catch-up.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { toDeletedEntry, toEditedEntry, toSentEntry } from './conversation-timeline.ts'

/** Joins the stream of a conversation and, with `after`, returns the entries after that seq. Throws a `Problem`. */
export async function joinConversationStream(
  conversationId: string,
  after?: number,
): Promise<StreamPage<TimelineEntry>> {
  const request = { kind: 'conversation', id: conversationId } as const
  const { items, ...page } = await emit(joinStream, after === undefined ? request : { ...request, after })
  return { ...page, entries: items.map(toTimelineEntry) }
}

/** Converts a stream entry to a timeline entry. An unknown type keeps its seq and changes nothing. */
export function toTimelineEntry({ seq, name, payload }: StreamEntry): TimelineEntry {
  const event = { ...payload, seq }
  const noChange: TimelineEntry = { kind: 'edited', seq, id: '', text: '', at: '' }
  switch (name) {
    case chatMessage.name: {
      const parsed = chatMessage.schema.safeParse(event)
      return parsed.success ? toSentEntry(parsed.data, sessionStore.get().user?.id) : noChange
    }
    case messageChanged.name: {
      const parsed = messageChanged.schema.safeParse(event)
      return parsed.success ? toEditedEntry(parsed.data) : noChange
    }
    case messageDeleted.name: {
      const parsed = messageDeleted.schema.safeParse(event)
      return parsed.success ? toDeletedEntry(parsed.data) : noChange
    }
    default:
      return noChange
  }
}
