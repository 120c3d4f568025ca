import { type Notification } from '@veranda/contract/notifications/schemas.ts'
import { useEffect } from 'react'
import { adjustUnreadCount } from '../queries.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { findInLists, markInLists, removeFromLists } from './notification-cache.ts'
import { undoWrite, onWriteRefused, enqueueWrite } from './notification-send-queue.ts'

/** Time during which a deletion can be undone. */
const undoWindowMs = 10_000

export type NotificationActions = ReturnType<typeof useNotificationActions>

/** Provides the actions on notifications: applied to the cache at once, queued, and sent when online. */
export function useNotificationActions() {
  const t = useTranslations('notifications')

  useEffect(
    () =>
      onWriteRefused((problem) => snackbars.add({ tone: 'error', title: problem.message || t('screen.done.refused') })),
    [t],
  )

  function offerUndo(title: string, key: string, restoreLists: () => void, clientId: Promise<string>, id?: string) {
    snackbars.add({
      key,
      title,
      timeoutMs: undoWindowMs,
      action: {
        label: t('screen.done.undo'),
        onPress() {
          restoreLists()
          void clientId.then((writeId) => undoWrite(writeId, id))
        },
      },
    })
  }

  function mark(notification: Notification, read: boolean) {
    const changes = findInLists(notification._id)?.read !== read
    if (changes) adjustUnreadCount(read ? -1 : 1)
    markInLists(read, notification._id)
    void enqueueWrite(
      { action: read ? 'read' : 'unread', id: notification._id },
      () => changes && adjustUnreadCount(read ? 1 : -1),
    )
  }

  return {
    mark,
    readAll() {
      markInLists(true)
      void enqueueWrite({ action: 'read-all' }, adjustUnreadCount('none'))
      snackbars.add({ key: 'notifications-read', title: t('screen.done.read-all'), tone: 'success' })
    },
    remove(notification: Notification) {
      const restoreLists = removeFromLists(notification._id)
      const restoreCount = () => void (notification.read || adjustUnreadCount(1))
      if (!notification.read) adjustUnreadCount(-1)
      const writeId = enqueueWrite({ action: 'delete', id: notification._id }, restoreCount)
      offerUndo(
        t('screen.done.deleted'),
        `deleted ${notification._id}`,
        () => {
          restoreLists()
          restoreCount()
        },
        writeId,
        notification._id,
      )
    },
    clear() {
      const restoreLists = removeFromLists()
      const restoreCount = adjustUnreadCount('none')
      const writeId = enqueueWrite({ action: 'clear' }, restoreCount)
      offerUndo(
        t('screen.done.cleared'),
        'notifications-cleared',
        () => {
          restoreLists()
          restoreCount()
        },
        writeId,
      )
    },
  }
}
