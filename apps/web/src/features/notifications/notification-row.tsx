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
import { useWords } from '../../lib/words.ts'
import { When } from '../../parts/when.tsx'
import { type NotificationActs } from './acts.ts'
import styles from './notification-row.module.css'
import { actionOf, toneOf } from './toast.ts'

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

type Props = { notification: Notification; acts: NotificationActs; onWhy: (notification: Notification) => void }

/** One notification: what happened, whether it was read, and where it leads. */
export function NotificationRow({ notification, acts, onWhy }: Props) {
  const t = useWords('notifications')
  const { title, message, read, priority, sender, type } = notification
  const href = actionOf(notification)
  const row = useRef<HTMLLIElement>(null)

  /** The keyboard goes on with the next one. */
  function remove() {
    const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling
    acts.remove(notification)
    requestAnimationFrame(() => next?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus())
  }

  const pressing = priority === 'urgent' || priority === 'high'
  return (
    <li ref={row} className={cx(styles.row, !read && styles.unread)}>
      <span className={styles.lead}>
        {sender ? (
          <Avatar name={sender.name} src={sender.avatar} size="medium" />
        ) : (
          <span className={cx(styles.icon, tones[toneOf[priority]])}>
            <Icon name={typeIcons[type]} />
          </span>
        )}
      </span>
      <div className={styles.text}>
        <p className={styles.title}>
          {!read && <VisuallyHidden>{t('screen.row.is-unread')}: </VisuallyHidden>}
          {href === undefined ? (
            title
          ) : (
            <Anchor href={href} className={styles.link} onClick={() => !read && acts.mark(notification, true)}>
              {title}
            </Anchor>
          )}
        </p>
        <p className={styles.message} dir="auto">
          {message}
        </p>
        <p className={styles.meta}>
          <span>{t(`screen.type.${type}`)}</span>
          <When at={notification.createdAt} />
          {pressing && <Chip tone={toneOf[priority]}>{t(`screen.priority.${priority}`)}</Chip>}
        </p>
      </div>
      <div className={styles.acts}>
        <IconButton
          className={styles.quick}
          size="small"
          icon={read ? 'mail' : 'check'}
          label={read ? t('screen.row.unread') : t('screen.row.read')}
          onClick={() => acts.mark(notification, !read)}
        />
        <Menu
          label={t('screen.row.actions', { title })}
          items={[
            {
              id: 'read',
              label: read ? t('screen.row.unread') : t('screen.row.read'),
              icon: read ? 'mail' : 'check',
              onPress: () => acts.mark(notification, !read),
            },
            { id: 'why', label: t('screen.row.why'), icon: 'help', onPress: () => onWhy(notification) },
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
