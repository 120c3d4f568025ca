import { sendMessage } from '@veranda/contract/conversations/routes.ts'
import { sendMessage as sendMessageEvent } from '@veranda/contract/conversations/events.ts'
import { type MessageAttachment } from '@veranda/core/conversations/messages/message-timeline.ts'
import { useEffect } from 'react'
import { call } from '../../../lib/api/call.ts'
import { emit } from '../../../lib/realtime/realtime.ts'
import { type SendQueueItem } from '../../../lib/send-queue.ts'
import { createUserSendQueue, useQueueItems } from '../../../lib/user-send-queue.ts'

/** Content of an unsent message; the queue's lane is the conversation. */
export type OutgoingContent = {
  readonly message: string
  readonly replyTo: string | null
  /** Absent in items queued before attachments existed. */
  readonly attachments?: readonly MessageAttachment[]
}
export type OutgoingMessage = SendQueueItem<OutgoingContent>

/** The messages of this user that are not in the stream yet. */
export const messageQueue = createUserSendQueue<OutgoingContent>({ send: sendOutgoing })

/** Returns the send queue of the signed-in user; opens it once and sends what it still holds. */
export const openMessageQueue = messageQueue.open

/** Sends by socket if connected, else by HTTP; the server deduplicates by client id across both. */
async function sendOutgoing({ lane, clientId, payload }: OutgoingMessage): Promise<void> {
  const { message, replyTo, attachments = [] } = payload
  const content = { clientId, message, replyTo, assetIds: attachments.map(({ id }) => id) }
  try {
    await emit(sendMessageEvent, { conversationId: lane, ...content })
  } catch {
    // A refused message is sent again by HTTP, whose status tells whether a retry can help.
    await call(sendMessage, { params: { id: lane }, body: content })
  }
}

/** Returns the user's messages that are not yet in the stream, in all conversations or in one. */
export function useOutgoingMessages(conversationId?: string): readonly OutgoingMessage[] {
  useEffect(() => void openMessageQueue().catch(() => {}), [])
  const items = useQueueItems(messageQueue)
  return conversationId === undefined ? items : items.filter((item) => item.lane === conversationId)
}
