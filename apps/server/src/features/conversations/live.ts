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
  onEvent('join_room', joinRoom, async ({ tx, actor, payload, socket }) => {
    const conversationId = await conversationOfProject(tx, payload.projectId)
    if (!conversationId || !(await findPlace(tx, conversationId, actor.id))) return absent()
    const stream = { kind: 'conversation', id: conversationId } as const
    socket.join(stream)
    return ok({ conversationId, head: await streamHead(tx, stream) })
  }),

  onEvent('leave_room', leaveRoom, async ({ tx, payload, socket }) => {
    const conversationId = await conversationOfProject(tx, payload.projectId)
    if (conversationId) socket.leave({ kind: 'conversation', id: conversationId })
    return ok({})
  }),

  onEvent('chat_message', chatMessageIn, async ({ tx, actor, payload, deps }) => {
    const conversationId = await conversationOfProject(tx, payload.projectId)
    if (!conversationId) return absent()
    const { message, clientId } = payload
    const sending = { conversationId, text: message, replyTo: null, clientId: clientId ?? null }
    return sendMessage({ tx, actor, deps }, sending)
  }),

  onEvent('message:send', messageSendIn, async ({ tx, actor, payload, deps }) => {
    const { message, ...rest } = payload
    return sendMessage({ tx, actor, deps }, { ...rest, text: message })
  }),

  onEvent('typing', typingIn, async ({ tx, actor, payload, socket, deps }) => {
    const place = await findPlace(tx, payload.conversationId, actor.id)
    if (!place) return absent()
    const told: Typing = { ...payload, userId: actor.id, username: place.name }
    deps.live.toStream({ kind: 'conversation', id: payload.conversationId }, 'typing', told, socket.id)
    return ok({})
  }),
]
