import { type Notification } from '@veranda/contract/notifications/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { type IconName } from '@veranda/ui/icon-paths.ts'
import { Icon } from '@veranda/ui/icon.tsx'
import { Menu } from '@veranda/ui/menu.tsx'
import tones from '@veranda/ui/tone.module.css'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useRef } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { type NotificationActions } from './use-notification-actions.ts'
import { type ShownNotification } from './waiting-writes.ts'
import styles from './notification-row.module.css'
import { actionPath, toneByPriority } from '../delivery/toast.ts'

export const typeIcons: Record<Notification['type'], IconName> = {
  message: 'message',
  appointment_reminder: 'clock',
  appointment_update: 'calendar',
  appointment_canceled: 'calendar',
  payment: 'wallet',
  system: 'shield',
  project: 'projects',
  commission: 'briefcase',
  milestone: 'flag',
}

type Props = {
  notification: ShownNotification
  actions: NotificationActions
  onExplain: (notification: Notification) => void
}

/** Renders one notification with its read state, actions and link. */
export function NotificationRow({ notification, actions, onExplain }: Props) {
  const t = useTranslations('notifications')
  const { title, message, read, priority, sender, type } = notification
  const href = actionPath(notification)
  const row = useRef<HTMLLIElement>(null)

  /** Removes it and moves the focus to the next one. */
  function remove() {
    const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling
    actions.remove(notification)
    requestAnimationFrame(() => next?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus())
  }

  const isImportant = priority === 'urgent' || priority === 'high'
  return (
    <li ref={row} className={cx(styles.row, !read && styles.unread)}>
      <span className={styles.lead}>
        {sender ? (
          <Avatar name={sender.name} src={sender.avatar} size="medium" />
        ) : (
          <span className={cx(styles.icon, tones[toneByPriority[priority]])}>
            <Icon name={typeIcons[type]} />
          </span>
        )}
      </span>
      <div className={styles.text}>
        <p className={styles.title}>
          {!read && <VisuallyHidden>{t('screen.row.is-unread')}: </VisuallyHidden>}
          {href === undefined ? (
            <bdi>{title}</bdi>
          ) : (
            <Anchor href={href} className={styles.link} onClick={() => !read && actions.mark(notification, true)}>
              <bdi>{title}</bdi>
            </Anchor>
          )}
        </p>
        <p className={styles.message} dir="auto">
          {message}
        </p>
        <p className={styles.meta}>
          <span>{t(`screen.type.${type}`)}</span>
          <Timestamp at={notification.createdAt} />
          {isImportant && <Chip tone={toneByPriority[priority]}>{t(`screen.priority.${priority}`)}</Chip>}
          {notification.isWaiting && (
            <span className={styles.waiting}>
              <Icon name="clock" size={16} /> {t('screen.waiting')}
            </span>
          )}
        </p>
      </div>
      <div className={styles.acts}>
        <IconButton
          className={styles.quick}
          size="small"
          icon={read ? 'mail' : 'check'}
          label={read ? t('screen.row.unread') : t('screen.row.read')}
          onClick={() => actions.mark(notification, !read)}
        />
        <Menu
          label={t('screen.row.actions', { title })}
          items={[
            {
              id: 'read',
              label: read ? t('screen.row.unread') : t('screen.row.read'),
              icon: read ? 'mail' : 'check',
              onPress: () => actions.mark(notification, !read),
            },
            { id: 'why', label: t('screen.row.why'), icon: 'help', onPress: () => onExplain(notification) },
            'line',
            {
              id: 'delete',
              label: t('screen.row.delete'),
              icon: 'trash',
              danger: true,
              onPress: remove,
            },
          ]}
        >
          {(trigger) => <IconButton {...trigger} size="small" icon="more" label={t('screen.row.actions', { title })} />}
        </Menu>
      </div>
    </li>
  )
}
