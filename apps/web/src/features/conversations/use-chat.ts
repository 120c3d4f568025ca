import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { type UserSummary } from '@veranda/contract/shared-schemas.ts'
import { type TimelineMessage } from '@veranda/core/conversations/messages/message-timeline.ts'
import { useEffect } from 'react'
import { useSession } from '../../lib/session/session.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { visibleMessages } from './conversation-timeline.ts'
import {
  messageQueue,
  openMessageQueue,
  type OutgoingContent,
  type OutgoingMessage,
  useOutgoingMessages,
} from './messages/send-queue.ts'
import { useConversationSync } from './open-conversations.ts'

/** One message as text, for renderers without lists, menus and attachments. */
export type ChatEntry = {
  readonly id: string
  readonly by: string
  readonly text: string
  /** Not sent yet. */
  readonly pending: boolean
}

export type Chat = ReturnType<typeof useChat>

/**
 * One open conversation: its messages, those still in the send queue, its members, and sending. Drawn by the page as a
 * list with a composer and in a room as a panel.
 */
export function useChat(conversation: Conversation) {
  const t = useTranslations('conversations')
  const { user } = useSession()
  const { sync, state } = useConversationSync(conversation.id)
  const queued = useOutgoingMessages(conversation.id)
  const { tail } = state.timeline
  useDropDelivered(tail.messages, queued)
  const deliveredIds = new Set(tail.messages.map(({ clientId }) => clientId))
  const outgoing = queued.filter(({ clientId }) => !deliveredIds.has(clientId))
  const users: ReadonlyMap<string, UserSummary> = new Map([
    ...state.timeline.users,
    ...conversation.members.map((member) => [member.id, member] as const),
    ...(user ? [[user.id, user] as const] : []),
  ])

  /** Returns the newest messages as text, the unsent ones last. */
  function entries(max: number): ChatEntry[] {
    const sent = visibleMessages(state.timeline).map((message) => ({
      id: message.id,
      by: users.get(message.by)?.name ?? t('nobody'),
      text: message.deletedAt === null ? message.text || (message.attachments?.[0]?.name ?? '') : t('deleted'),
      pending: false,
    }))
    const unsent = outgoing.map(({ clientId, payload }) => {
      return { id: clientId, by: user?.name ?? '', text: payload.message, pending: true }
    })
    return [...sent, ...unsent].slice(-max)
  }

  return {
    conversationId: conversation.id,
    sync,
    state,
    outgoing,
    users,
    entries,
    /** Sends through the queue, which keeps the message until the server has it. */
    async send(content: OutgoingContent) {
      await messageQueue.add(conversation.id, content)
    },
  }
}

/** Drops messages from the send queue once they arrive in the stream. */
function useDropDelivered(messages: readonly TimelineMessage[], queued: readonly OutgoingMessage[]): void {
  useEffect(() => {
    const deliveredIds = new Set(messages.map((message) => message.clientId))
    for (const item of queued) {
      if (deliveredIds.has(item.clientId)) void openMessageQueue().then((queue) => queue.remove(item.clientId))
    }
  }, [messages, queued])
}
