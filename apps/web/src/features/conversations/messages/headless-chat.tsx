import { listConversations } from '@veranda/contract/conversations/routes.ts'
import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { useEffect } from 'react'
import { useRead } from '../../../lib/api/query.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { openMessageQueue, useOutgoingMessages } from './send-queue.ts'
import { visibleMessages } from '../conversation-timeline.ts'
import { useConversationSync } from '../open-conversations.ts'
import { useDropDelivered } from './use-composer.ts'

/** One message, as a panel in the scene shows it. */
export type ChatMessageLine = {
  readonly id: string
  readonly by: string
  readonly text: string
  readonly pending: boolean
}
/** The newest messages of a conversation; `send` writes to it through the send queue, as the page does. */
export type HeadlessChatState = { readonly messages: readonly ChatMessageLine[]; readonly send: (text: string) => void }

type HeadlessChatProps = { projectId: string; onChat: (snapshot: HeadlessChatState) => void }

const maxMessages = 30

/** Reports the newest messages of a project's chat to a renderer, without rendering anything itself. */
export function HeadlessChat({ projectId, onChat }: HeadlessChatProps) {
  const { data } = useRead(listConversations, { query: { projectId } })
  const conversation = data?.items[0]
  return conversation ? <ChatReporter key={conversation.id} conversation={conversation} onChat={onChat} /> : null
}

function ChatReporter({ conversation, onChat }: { conversation: Conversation; onChat: HeadlessChatProps['onChat'] }) {
  const t = useTranslations('conversations')
  const { id } = conversation
  const { state } = useConversationSync(id)
  const outgoing = useOutgoingMessages(id)
  const users = new Map([...state.timeline.users, ...conversation.members.map((user) => [user.id, user] as const)])
  const { user } = useSession()
  useDropDelivered(state.timeline.tail.messages, outgoing)
  const deliveredIds = new Set(state.timeline.tail.messages.map(({ clientId }) => clientId))
  const messages: ChatMessageLine[] = [
    ...visibleMessages(state.timeline).map((message) => ({
      id: message.id,
      by: users.get(message.by)?.name ?? t('nobody'),
      text: message.deletedAt === null ? message.text || (message.attachments?.[0]?.name ?? '') : t('deleted'),
      pending: false,
    })),
    ...outgoing
      .filter(({ clientId }) => !deliveredIds.has(clientId))
      .map(({ clientId, payload }) => ({ id: clientId, by: user?.name ?? '', text: payload.message, pending: true })),
  ].slice(-maxMessages)
  const snapshot = JSON.stringify(messages)
  useEffect(() => {
    // Serialised above, so that it is reported only when something changed.
    onChat({ messages: JSON.parse(snapshot) as ChatMessageLine[], send: (text) => void sendChatMessage(id, text) })
  }, [snapshot, id, onChat])
  return null
}

async function sendChatMessage(conversationId: string, message: string): Promise<void> {
  const queue = await openMessageQueue()
  await queue.add(conversationId, { message, replyTo: null })
}
