import {
  chatMessageIn,
  joinRoom,
  leaveRoom,
  messageSendIn,
  typingIn,
  type Typing,
} from '@veranda/contract/conversations/live.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { joinRule, onEvent } from '../../live/live.ts'
import { streamHead } from '../../log/stream.ts'
import { conversationOfProject, findPlace } from './rows.ts'
import { sendMessage } from './send-message.ts'

const absent = () => refuse('conversation.not-found', 'not-found')

/** Members alone hear a conversation. */
export const joinConversation = joinRule(
  'conversation',
  async (db, personId, conversationId) => (await findPlace(db, conversationId, personId)) !== undefined,
)

export const conversationEvents = [
  onEvent('join_room', joinRoom, async ({ t, actor, payload, socket }) => {
    const conversationId = await conversationOfProject(t, payload.projectId)
    if (!conversationId || !(await findPlace(t, conversationId, actor.id))) return absent()
    const stream = { kind: 'conversation', id: conversationId } as const
    socket.join(stream)
    return ok({ conversationId, head: await streamHead(t, stream) })
  }),

  onEvent('leave_room', leaveRoom, async ({ t, payload, socket }) => {
    const conversationId = await conversationOfProject(t, payload.projectId)
    if (conversationId) socket.leave({ kind: 'conversation', id: conversationId })
    return ok({})
  }),

  onEvent('chat_message', chatMessageIn, async ({ t, actor, payload, deps }) => {
    const conversationId = await conversationOfProject(t, payload.projectId)
    if (!conversationId) return absent()
    const { message, clientId } = payload
    const sending = { conversationId, text: message, replyTo: null, clientId: clientId ?? null }
    return sendMessage({ t, actor, deps }, sending)
  }),

  onEvent('message:send', messageSendIn, async ({ t, actor, payload, deps }) => {
    const { message, ...rest } = payload
    return sendMessage({ t, actor, deps }, { ...rest, text: message })
  }),

  onEvent('typing', typingIn, async ({ t, actor, payload, socket, deps }) => {
    const place = await findPlace(t, payload.conversationId, actor.id)
    if (!place) return absent()
    const told: Typing = { ...payload, userId: actor.id, username: place.name }
    deps.live.toStream({ kind: 'conversation', id: payload.conversationId }, 'typing', told, socket.id)
    return ok({})
  }),
]
