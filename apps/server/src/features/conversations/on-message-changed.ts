import { conversationChanged } from '@veranda/contract/conversations/events.ts'
import { type ConversationEvent } from '@veranda/core/conversations/events.ts'
import { eventHandler } from '../../platform/events/event-handler.ts'
import { readStreamHead } from '../../platform/events/streams.ts'
import { publishChange } from '../../platform/realtime/publish-change.ts'
import { findMemberIds } from './conversation.repository.ts'

type MessageEvent = ConversationEvent<'message.sent' | 'message.edited' | 'message.deleted'>

/**
 * Publishes a changed conversation to all its members, whose lists show its last message and place, also where no
 * socket has joined the conversation's stream. A later message, edit or deletion publishes what is behind it too, so
 * that a burst costs one row per member.
 */
export const onMessageChanged = eventHandler<MessageEvent>(
  'publish-conversation-changes',
  ['message.sent', 'message.edited', 'message.deleted'],
  async ({ tx, event }) => {
    const { conversationId: id } = event.data
    const version = event.type === 'message.sent' ? event.data.seq : event.data.changeSeq
    if ((await readStreamHead(tx, { kind: 'conversation', id })) > version) return
    await publishChange(tx, await findMemberIds(tx, id), conversationChanged, { id, version })
  },
)
