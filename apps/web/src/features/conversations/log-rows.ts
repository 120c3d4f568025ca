import { chatMessage, messageChanged, messageDeleted } from '@veranda/contract/conversations/live.ts'
import { streamJoined, type StreamJoinIn, type StreamRow } from '@veranda/contract/streams/live.ts'
import { type ConversationEntry } from '@veranda/core/conversations/conversation-log.ts'
import { emit } from '../../lib/live.ts'
import { networkProblem } from '../../lib/problem.ts'
import { deletedEntry, editedEntry, sentEntry } from './thread-log.ts'

export type LogRows = { readonly head: number; readonly entries: readonly ConversationEntry[]; readonly more: boolean }

/** Joins the log of a conversation; with a place, answers what stands after it. Throws a `Problem`. */
export async function joinLog(conversationId: string, after?: number): Promise<LogRows> {
  const request: StreamJoinIn = { kind: 'conversation', id: conversationId }
  const reply = streamJoined.safeParse(await emit('stream:join', after === undefined ? request : { ...request, after }))
  if (!reply.success) throw networkProblem()
  return { ...reply.data, entries: reply.data.items.map(entryOf) }
}

/** A row as an entry. One of a kind that this app does not know takes its place and changes nothing. */
export function entryOf({ seq, name, payload }: StreamRow): ConversationEntry {
  const given = { ...payload, seq }
  const nothing: ConversationEntry = { kind: 'edited', seq, id: '', text: '', at: '' }
  switch (name) {
    case 'chat_message': {
      const read = chatMessage.safeParse(given)
      return read.success ? sentEntry(read.data) : nothing
    }
    case 'message:changed': {
      const read = messageChanged.safeParse(given)
      return read.success ? editedEntry(read.data) : nothing
    }
    case 'message:deleted': {
      const read = messageDeleted.safeParse(given)
      return read.success ? deletedEntry(read.data) : nothing
    }
    default:
      return nothing
  }
}
