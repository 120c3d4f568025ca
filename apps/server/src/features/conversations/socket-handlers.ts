import {
  joinRoom,
  leaveRoom,
  sendMessage as sendMessageEvent,
  sendProjectMessage,
  sendTyping,
  typing,
} from '@veranda/contract/conversations/events.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { joinRule } from '../../platform/realtime/realtime.ts'
import { onSocketEvent } from '../../platform/realtime/socket-events.ts'
import { readStreamHead } from '../../platform/events/streams.ts'
import { findProjectConversationId, findMembership } from './conversation.repository.ts'
import { sendMessage } from './messages/send-message.ts'

const notFound = () => refuse('conversation.not-found', 'not-found')

/** Lets only members join a conversation's stream. */
export const conversationStreamAccess = joinRule(
  'conversation',
  async (db, userId, conversationId) => (await findMembership(db, conversationId, userId)) !== undefined,
)

export const conversationSocketHandlers = [
  onSocketEvent(joinRoom, async ({ tx, actor, payload, socket }) => {
    const conversationId = await findProjectConversationId(tx, payload.projectId)
    if (!conversationId || !(await findMembership(tx, conversationId, actor.id))) return notFound()
    const stream = { kind: 'conversation', id: conversationId } as const
    socket.join(stream)
    return ok({ conversationId, head: await readStreamHead(tx, stream) })
  }),

  onSocketEvent(leaveRoom, async ({ tx, payload, socket }) => {
    const conversationId = await findProjectConversationId(tx, payload.projectId)
    if (conversationId) socket.leave({ kind: 'conversation', id: conversationId })
    return ok({})
  }),

  onSocketEvent(sendProjectMessage, async (ctx) => {
    const { message, clientId, projectId } = ctx.payload
    const conversationId = await findProjectConversationId(ctx.tx, projectId)
    if (!conversationId) return notFound()
    const input = { conversationId, text: message, replyTo: null, clientId: clientId ?? null }
    return sendMessage(ctx, input)
  }),

  onSocketEvent(sendMessageEvent, async (ctx) => {
    const { message, ...rest } = ctx.payload
    return sendMessage(ctx, { ...rest, text: message })
  }),

  onSocketEvent(sendTyping, async ({ tx, actor, payload, socket, deps }) => {
    const membership = await findMembership(tx, payload.conversationId, actor.id)
    if (!membership) return notFound()
    const stream = { kind: 'conversation', id: payload.conversationId } as const
    const sender = { userId: actor.id, username: membership.name }
    deps.realtime.emitToStream(stream, typing, { ...payload, ...sender }, socket.id)
    return ok({})
  }),
]
