import { sendMessage } from '@veranda/contract/conversations/routes.ts'
import { sendMessage as sendMessageEvent } from '@veranda/contract/conversations/events.ts'
import { type MessageAttachment } from '@veranda/core/conversations/messages/message-timeline.ts'
import { useEffect } from 'react'
import { call } from '../../../lib/api/call.ts'
import { emit, onResume } from '../../../lib/realtime/realtime.ts'
import { type SendQueue, openSendQueue, type SendQueueItem } from '../../../lib/send-queue.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { createStore, useStore } from '../../../lib/store.ts'

/** Content of an unsent message; the queue's lane is the conversation. */
export type OutgoingContent = {
  readonly message: string
  readonly replyTo: string | null
  /** Absent in items queued before attachments existed. */
  readonly attachments?: readonly MessageAttachment[]
}
export type OutgoingMessage = SendQueueItem<OutgoingContent>

const emptyItems = createStore<readonly OutgoingMessage[]>([])
const currentQueue = createStore<SendQueue<OutgoingContent> | undefined>(undefined)
let opening: { userId: string; queue: Promise<SendQueue<OutgoingContent>> } | undefined

sessionStore.subscribe(() => {
  if (sessionStore.get().status !== 'out') return
  void opening?.queue.then((queue) => queue.close())
  opening = undefined
  currentQueue.set(undefined)
})

onResume(() => void currentQueue.get()?.flush())

/** Returns the send queue of the signed-in user; opens it once and sends what it still holds. */
export async function openMessageQueue(): Promise<SendQueue<OutgoingContent>> {
  const userId = sessionStore.get().user?.id
  if (userId === undefined) throw new Error('not signed in')
  if (opening?.userId !== userId) {
    opening = { userId, queue: openSendQueue<OutgoingContent>({ userId, send: sendOutgoing }) }
    currentQueue.set(await opening.queue)
  }
  return opening.queue
}

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
  const items = useStore(useStore(currentQueue)?.items ?? emptyItems)
  return conversationId === undefined ? items : items.filter((item) => item.lane === conversationId)
}
