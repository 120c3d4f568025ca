import { listConversations } from '@veranda/contract/conversations/routes.ts'
import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { useEffect, useEffectEvent } from 'react'
import { type ChatEntry, useChat } from '../../features/conversations/use-chat.ts'
import { type PanelChat } from '../../features/rooms/panels/chat-panel.ts'
import { useRead } from '../../lib/api/query.ts'

type SceneChatProps = { projectId: string; onChat: (chat: PanelChat) => void }

/** Enough for several pages of a panel. */
const maxEntries = 30

/** Hands the project's chat to the panels of the scene; renders nothing itself. */
export function SceneChat({ projectId, onChat }: SceneChatProps) {
  const { data } = useRead(listConversations, { query: { projectId } })
  const conversation = data?.items[0]
  return conversation ? <ChatReporter key={conversation.id} conversation={conversation} onChat={onChat} /> : null
}

function ChatReporter({ conversation, onChat }: { conversation: Conversation; onChat: SceneChatProps['onChat'] }) {
  const chat = useChat(conversation)
  const entries = JSON.stringify(chat.entries(maxEntries))
  const send = useEffectEvent((message: string) => void chat.send({ message, replyTo: null }))
  useEffect(() => {
    // Serialised above, so that it is reported only when something changed.
    onChat({ messages: JSON.parse(entries) as ChatEntry[], send: (text) => send(text) })
  }, [entries, onChat])
  return null
}
