import * as routes from '@veranda/contract/notifications/routes.ts'
import { type UnreadReply } from '@veranda/contract/notifications/schemas.ts'
import { call } from '../../../lib/api/call.ts'
import { onResume } from '../../../lib/realtime/realtime.ts'
import { type SendQueue, openSendQueue, type SendQueueItem } from '../../../lib/send-queue.ts'
import { Problem } from '../../../lib/api/problem.ts'
import { invalidateReads } from '../../../lib/api/query.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { applyUnreadCounts } from '../../../lib/realtime/unread-counts.ts'
import { recordOwnWrite } from './echo-suppression.ts'

export type NotificationWrite =
  | { action: 'read' | 'unread' | 'delete'; id: string }
  | { action: 'read-all' | 'clear' }
  | { action: 'restore'; ids: string[] }

type QueuedWrite = SendQueueItem<NotificationWrite>

let openQueue: { userId: string; queue: Promise<SendQueue<NotificationWrite>> } | undefined
let offlineWarned = false
/** Ids deleted by each "clear all", so that they can be restored. */
const clearedIdsByWrite = new Map<string, string[]>()
/** Takes the change of the unread count back, for each write in flight. */
const countRollbacks = new Map<string, () => void>()
/** Handles a write that the server refused; the list is refetched and the count is as before. */
let refusalHandler: (problem: Problem) => void = () => {}

sessionStore.subscribe(() => {
  if (sessionStore.get().status !== 'out') return
  void openQueue?.queue.then((queue) => queue.close())
  openQueue = undefined
})

onResume(() => void openQueue?.queue.then((queue) => queue.flush()))

export function onWriteRefused(handler: (problem: Problem) => void): void {
  refusalHandler = handler
}

function userSendQueue(): Promise<SendQueue<NotificationWrite>> {
  const userId = sessionStore.get().user?.id
  if (userId === undefined) throw new Error('not signed in')
  if (openQueue?.userId !== userId)
    openQueue = { userId, queue: openSendQueue({ userId: `${userId}-notifications`, send: sendWrite }) }
  return openQueue.queue
}

/**
 * Queues a write and sends it when online; returns its key. List and count were updated before; `restoreCount` takes the
 * latter back if the server refuses.
 */
export async function enqueueWrite(payload: NotificationWrite, restoreCount?: () => void): Promise<string> {
  const queue = await userSendQueue()
  const { clientId } = await queue.add('notifications', payload)
  if (restoreCount) countRollbacks.set(clientId, restoreCount)
  return clientId
}

/** Undoes a deletion or "clear all": drops it from the queue if it was not sent, else restores on the server. */
export async function undoWrite(clientId: string, id?: string): Promise<void> {
  const queue = await userSendQueue()
  const waiting = queue.items.get().find((item) => item.clientId === clientId && item.state === 'queued')
  if (waiting) return queue.remove(clientId)
  const ids = id === undefined ? clearedIdsByWrite.get(clientId) : [id]
  if (ids && ids.length > 0) await enqueueWrite({ action: 'restore', ids })
}

async function sendWrite(item: QueuedWrite): Promise<void> {
  try {
    const counted = await callRoute(item)
    recordOwnWrite(counted.version)
    applyUnreadCounts({ count: counted.unread, version: counted.version })
    countRollbacks.delete(item.clientId)
    if (item.payload.action === 'restore') void invalidateReads(routes.listNotifications)
    await removeFromQueue(item)
  } catch (error) {
    if (!(error instanceof Problem) || error.uncertain) {
      // The change stays on screen and is sent later.
      if (!offlineWarned) console.warn('notification change queued until online')
      offlineWarned = true
      throw error
    }
    if (error.status === 401 || error.status === 429) throw error
    await removeFromQueue(item)
    countRollbacks.get(item.clientId)?.()
    countRollbacks.delete(item.clientId)
    void invalidateReads(routes.listNotifications)
    refusalHandler(error)
  }
}

async function removeFromQueue(item: QueuedWrite): Promise<void> {
  const queue = await openQueue?.queue
  await queue?.remove(item.clientId)
}

async function callRoute({ clientId, payload }: QueuedWrite): Promise<UnreadReply> {
  switch (payload.action) {
    case 'read':
      return call(routes.markRead, { params: { id: payload.id } })
    case 'unread':
      return call(routes.markUnread, { params: { id: payload.id } })
    case 'read-all':
      return call(routes.markAllRead)
    case 'delete':
      return call(routes.deleteNotification, { params: { id: payload.id } })
    case 'restore':
      return call(routes.restoreNotifications, { body: { ids: payload.ids.slice(0, 1000) } })
    case 'clear': {
      const reply = await call(routes.clearNotifications)
      clearedIdsByWrite.set(clientId, reply.ids)
      return reply
    }
  }
}
