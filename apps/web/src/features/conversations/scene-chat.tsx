import { listConversations } from '@veranda/contract/conversations/routes.ts'
import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { useEffect } from 'react'
import { useRead } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { useWords } from '../../lib/words.ts'
import { messageOutbox, useOutgoing } from './outbox.ts'
import { shownMessages } from './thread-log.ts'
import { useThread } from './threads.ts'
import { useForgetArrived } from './writing.ts'

/** One message as a panel in a scene has room for it. */
export type ChatLine = { readonly id: string; readonly by: string; readonly text: string; readonly waits: boolean }
/** The end of a conversation; `say` writes into it as the page does, through the outbox. */
export type ChatTold = { readonly lines: readonly ChatLine[]; readonly say: (text: string) => void }

type Props = { projectId: string; onChat: (told: ChatTold) => void }

const most = 30

/** The chat of a project without a page of its own: tells its newest messages to who draws them. */
export function SceneChat({ projectId, onChat }: Props) {
  const { data } = useRead(listConversations, { query: { projectId } })
  const conversation = data?.items[0]
  return conversation ? <Lines key={conversation.id} conversation={conversation} onChat={onChat} /> : null
}

function Lines({ conversation, onChat }: { conversation: Conversation; onChat: Props['onChat'] }) {
  const t = useWords('messages')
  const { id } = conversation
  const { state } = useThread(id)
  const outgoing = useOutgoing(id)
  const people = new Map([...state.log.people, ...conversation.people.map((person) => [person.id, person] as const)])
  const { user } = useSession()
  useForgetArrived(state.log.tail.messages, outgoing)
  const arrived = new Set(state.log.tail.messages.map(({ clientId }) => clientId))
  const lines: ChatLine[] = [
    ...shownMessages(state.log).map((message) => ({
      id: message.id,
      by: people.get(message.by)?.name ?? t('nobody'),
      text: message.deletedAt === null ? message.text || (message.works?.[0]?.name ?? '') : t('deleted'),
      waits: false,
    })),
    ...outgoing
      .filter(({ clientId }) => !arrived.has(clientId))
      .map(({ clientId, payload }) => ({ id: clientId, by: user?.name ?? '', text: payload.message, waits: true })),
  ].slice(-most)
  const told = JSON.stringify(lines)
  useEffect(() => {
    // What was written above; told anew only when something in it changed.
    onChat({ lines: JSON.parse(told) as ChatLine[], say: (text) => void say(id, text) })
  }, [told, id, onChat])
  return null
}

async function say(conversationId: string, message: string): Promise<void> {
  const outbox = await messageOutbox()
  await outbox.add(conversationId, { message, replyTo: null })
}
