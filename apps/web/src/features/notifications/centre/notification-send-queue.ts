import * as routes from '@veranda/contract/notifications/routes.ts'
import { type UnreadReply } from '@veranda/contract/notifications/schemas.ts'
import { call } from '../../../lib/api/call.ts'
import { type SendQueueItem } from '../../../lib/send-queue.ts'
import { Problem } from '../../../lib/api/problem.ts'
import { invalidateReads } from '../../../lib/api/query.ts'
import { applyUnreadCounts } from '../../../lib/realtime/unread-counts.ts'
import { createUserSendQueue, useQueueItems } from '../../../lib/user-send-queue.ts'
import { recordOwnWrite } from './echo-suppression.ts'
import { markInLists, removeFromLists } from './notification-cache.ts'

export type NotificationWrite =
  | { action: 'read' | 'unread' | 'delete'; id: string }
  | { action: 'read-all' | 'clear' }
  | { action: 'restore'; ids: string[] }

type QueuedWrite = SendQueueItem<NotificationWrite>

/** The changes of notifications that are not on the server yet. */
export const notificationQueue = createUserSendQueue<NotificationWrite>({ suffix: '-notifications', send: sendWrite })
let offlineWarned = false
/** Ids deleted by each "clear all", so that they can be restored. */
const clearedIdsByWrite = new Map<string, string[]>()
/** Takes the change of the unread count back, for each write in flight. */
const countRollbacks = new Map<string, () => void>()
/** Handles a write that the server refused; the list is refetched and the count is as before. */
let refusalHandler: (problem: Problem) => void = () => {}

export function onWriteRefused(handler: (problem: Problem) => void): void {
  refusalHandler = handler
}

/**
 * Queues a write and sends it when online; returns its key. List and count were updated before; `restoreCount` takes the
 * latter back if the server refuses.
 */
export async function enqueueWrite(payload: NotificationWrite, restoreCount?: () => void): Promise<string> {
  const { clientId } = await notificationQueue.add('notifications', payload)
  if (restoreCount) countRollbacks.set(clientId, restoreCount)
  return clientId
}

/** Undoes a deletion or "clear all": drops it from the queue if it was not sent, else restores on the server. */
export async function undoWrite(clientId: string, id?: string): Promise<void> {
  const queue = await notificationQueue.open()
  const waiting = queue.items.get().find((item) => item.clientId === clientId && item.state === 'queued')
  if (waiting) return queue.remove(clientId)
  const ids = id === undefined ? clearedIdsByWrite.get(clientId) : [id]
  if (ids && ids.length > 0) await enqueueWrite({ action: 'restore', ids })
}

/** Returns the writes that are not known to be on the server yet, oldest first. */
export function useWaitingWrites(): readonly NotificationWrite[] {
  return useQueueItems(notificationQueue).map(({ payload }) => payload)
}

async function sendWrite(item: QueuedWrite): Promise<void> {
  try {
    const counted = await callRoute(item)
    recordOwnWrite(counted.version)
    applyUnreadCounts({ count: counted.unread, version: counted.version })
    countRollbacks.delete(item.clientId)
    applyToLists(item.payload)
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

/** Applies a write that is on the server to the lists, which may have been read again while it waited. */
function applyToLists(write: NotificationWrite): void {
  switch (write.action) {
    case 'read':
    case 'unread':
      return markInLists(write.action === 'read', write.id)
    case 'read-all':
      return markInLists(true)
    case 'delete':
      return void removeFromLists(write.id)
    case 'clear':
      return void removeFromLists()
    case 'restore':
      return void invalidateReads(routes.listNotifications)
  }
}

async function removeFromQueue(item: QueuedWrite): Promise<void> {
  await notificationQueue.current.get()?.remove(item.clientId)
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
