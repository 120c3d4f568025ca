import { type Notification } from '@veranda/contract/notifications/schemas.ts'
import { useEffect } from 'react'
import { changeUnread } from './queries.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { findInLists, markInLists, takeFromLists } from './notification-cache.ts'
import { takeBack, whenRefused, write } from './notification-writes.ts'

/** Milliseconds in which a deletion can be taken back. */
const undoTime = 10_000

export type NotificationActs = ReturnType<typeof useNotificationActs>

/** Everything one does to notifications: shown at once, written down, sent when there is a connection. */
export function useNotificationActs() {
  const t = useWords('notifications')

  useEffect(
    () =>
      whenRefused((problem) => snackbars.add({ tone: 'error', title: problem.message || t('screen.done.refused') })),
    [t],
  )

  function offerUndo(title: string, key: string, putBack: () => void, clientId: Promise<string>, id?: string) {
    snackbars.add({
      key,
      title,
      timeout: undoTime,
      action: {
        label: t('screen.done.undo'),
        onPress() {
          putBack()
          void clientId.then((made) => takeBack(made, id))
        },
      },
    })
  }

  function mark(notification: Notification, read: boolean) {
    if (findInLists(notification._id)?.read !== read) changeUnread(read ? -1 : 1)
    markInLists(read, notification._id)
    void write({ act: read ? 'read' : 'unread', id: notification._id })
  }

  return {
    mark,
    readAll() {
      markInLists(true)
      changeUnread('none')
      void write({ act: 'read-all' })
      snackbars.add({ key: 'notifications-read', title: t('screen.done.read-all'), tone: 'success' })
    },
    remove(notification: Notification) {
      const putBack = takeFromLists(notification._id)
      if (!notification.read) changeUnread(-1)
      const made = write({ act: 'delete', id: notification._id })
      offerUndo(
        t('screen.done.deleted'),
        `deleted ${notification._id}`,
        () => {
          putBack()
          if (!notification.read) changeUnread(1)
        },
        made,
        notification._id,
      )
    },
    clear() {
      const putBack = takeFromLists()
      const putCountBack = changeUnread('none')
      const made = write({ act: 'clear' })
      offerUndo(
        t('screen.done.cleared'),
        'notifications-cleared',
        () => {
          putBack()
          putCountBack()
        },
        made,
      )
    },
  }
}
