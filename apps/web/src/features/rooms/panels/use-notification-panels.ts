import { textDirection } from '@veranda/i18n/text-direction.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { notificationEvents } from '@veranda/contract/notifications/events.ts'
import { type Notification } from '@veranda/contract/notifications/schemas.ts'
import { type PanelModel } from '../../../lib/panels/panel-model.ts'
import { toastLifeMs } from '../../../three/ui/toast-fade.ts'
import { quoteText, truncateText } from '@veranda/core/text.ts'
import { useEffect, useState } from 'react'
import { currentLanguage } from '../../../lib/i18n/language.ts'
import { on } from '../../../lib/realtime/realtime.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { childPanel, type PanelContext, type ScenePanel } from './panel-context.ts'

const maxToasts = 3

/**
 * Shows urgent notifications as toasts in the scene until they are dismissed or fade; the others wait until the user
 * leaves, and all stay in the list of notifications.
 * Outside a headset the page's own toasts show them.
 */
export function useUrgentNotificationToasts(canvas: RoomCanvas | undefined, inHeadset: boolean): (id: string) => void {
  const t = useTranslations('rooms')
  const [toasts, setToasts] = useState<readonly Notification[]>([])

  useEffect(() => {
    if (!inHeadset) return
    const handleNotification = (incoming: Notification) => {
      if (incoming.priority !== 'urgent') return
      setToasts((current) => [...current.filter((toast) => toast._id !== incoming._id), incoming].slice(-maxToasts))
    }
    const unsubscribers = notificationEvents.map((event) => on(event, handleNotification))
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
      setToasts([])
    }
  }, [inHeadset])

  useEffect(() => {
    const models: PanelModel[] = toasts.map(({ _id, title, message }) => ({
      id: _id,
      title,
      lead: truncateText(message),
      direction: textDirection(currentLanguage()),
      language: currentLanguage(),
      rows: [],
      actions: [{ id: 'close', label: t('scene.close'), look: 'plain' }],
      lifeMs: toastLifeMs.action,
    }))
    canvas?.setToasts(models)
  }, [canvas, toasts, t])

  return (id) => setToasts((current) => current.filter((toast) => toast._id !== id))
}

const maxNotifications = 20
const previewLength = 120

/** Builds the panel of unread notifications. */
export function useNotificationsPanel(context: PanelContext, open: boolean): () => ScenePanel {
  const { t, format } = context
  const { data } = useRead(
    listNotifications,
    { query: { read: 'false', limit: maxNotifications } },
    { enabled: open, staleTimeMs: 0 },
  )
  return () => {
    const items = data?.items ?? []
    const rows = items.map(({ _id, title, message, createdAt }) => ({
      id: _id,
      text: title,
      detail: `${quoteText(message, previewLength)} · ${format.relative(createdAt)}`,
    }))
    const emptyText = items.length === 0 ? { lead: t(data ? 'scene.notifications.none' : 'loading') } : {}
    return childPanel(context, { id: 'notifications', title: t('scene.notifications'), rows, ...emptyText })
  }
}
