import { type UserSummary } from '@veranda/contract/shared-schemas.ts'
import { type TimelineMessage } from '@veranda/core/conversations/messages/message-timeline.ts'
import { truncateText } from '@veranda/core/text.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { type MenuItem } from '@veranda/ui/menu-panel.tsx'
import { Menu } from '@veranda/ui/menu.tsx'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { AssetTiles } from '../../../components/assets/asset-tiles.tsx'
import styles from './message.module.css'
import { useMessagePreview } from './message-preview.ts'

export type MessageActions = {
  reply: (message: TimelineMessage) => void
  edit: (message: TimelineMessage) => void
  remove: (message: TimelineMessage) => void
  copy: (message: TimelineMessage) => void
  scrollTo: (message: TimelineMessage) => void
  /** Returns additional menu items of the place where the message is shown. */
  extraItems?: ((message: TimelineMessage) => readonly MenuItem[]) | undefined
}

export type MessageItemProps = {
  message: TimelineMessage
  author: UserSummary | undefined
  mine: boolean
  /** First message of a group by the same author: shown with name and avatar. */
  startsGroup: boolean
  repliedTo: { message: TimelineMessage; name: string } | 'gone' | undefined
  /** Names of the members who have read up to here. */
  readers: readonly string[]
  singleReader: boolean
  found: boolean
  actions: MessageActions
}

/** Renders one stored message. */
export function MessageItem(props: MessageItemProps) {
  const { message, author, mine, startsGroup, repliedTo, readers, singleReader, found, actions } = props
  const t = useTranslations('conversations')
  const format = useFormat()
  const name = author?.name ?? ''
  const deleted = message.deletedAt !== null
  const items: MenuItem[] = []
  if (message.actions.includes('reply')) {
    items.push({ id: 'reply', label: t('action.reply'), icon: 'undo', onPress: () => actions.reply(message) })
  }
  items.push({ id: 'copy', label: t('action.copy'), icon: 'copy', onPress: () => actions.copy(message) })
  items.push(...(actions.extraItems?.(message) ?? []))
  if (message.actions.includes('edit')) {
    items.push({ id: 'edit', label: t('action.edit'), icon: 'edit', onPress: () => actions.edit(message) })
  }
  if (message.actions.includes('delete')) {
    items.push('line', {
      id: 'delete',
      label: t('action.delete'),
      icon: 'trash',
      danger: true,
      onPress: () => actions.remove(message),
    })
  }
  return (
    <li
      className={cx(styles.message, mine && styles.mine, startsGroup && styles.begins, found && styles.found)}
      data-seq={message.seq}
    >
      {!mine && (
        <span className={styles.face}>{startsGroup && author && <Avatar name={name} src={author.avatar} />}</span>
      )}
      <div className={styles.body}>
        {startsGroup && !mine && (
          <p className={styles.head}>
            <bdi className={styles.name}>{name}</bdi>
          </p>
        )}
        <div className={cx(styles.bubble, deleted && styles.gone)}>
          {repliedTo && !deleted && (
            <RepliedMessage
              repliedTo={repliedTo}
              onShow={() => repliedTo !== 'gone' && actions.scrollTo(repliedTo.message)}
            />
          )}
          {(deleted || message.text !== '') && (
            <p className={styles.text} dir="auto">
              {deleted ? t('deleted') : message.text}
            </p>
          )}
          {message.attachments && <AssetTiles assets={message.attachments} label={t('attached')} large />}
          <time className={styles.time} dateTime={message.at} title={format.full(message.at)}>
            {message.editedAt && !deleted && <span>{t('edited')} · </span>}
            {format.time(message.at)}
          </time>
        </div>
        {readers.length > 0 && (
          <p className={styles.read}>{singleReader ? t('read') : t('read.by', { names: format.list(readers) })}</p>
        )}
      </div>
      {!deleted && (
        <span className={styles.acts}>
          <Menu label={t('actions', { name })} items={items} align={mine ? 'end' : 'start'}>
            {(trigger) => <IconButton {...trigger} size="small" icon="more" label={t('actions', { name })} />}
          </Menu>
        </span>
      )}
    </li>
  )
}

type RepliedMessageProps = { repliedTo: { message: TimelineMessage; name: string } | 'gone'; onShow: () => void }

/** Renders a one-line quote of the message replied to; pressing it scrolls there. */
export function RepliedMessage({ repliedTo, onShow }: RepliedMessageProps) {
  const t = useTranslations('conversations')
  const previewOf = useMessagePreview()
  if (repliedTo === 'gone') return <p className={styles.quote}>{t('reply.gone')}</p>
  const { message, name } = repliedTo
  return (
    <button type="button" className={styles.quote} onClick={onShow}>
      <bdi className={styles.quoteName}>{name}</bdi>
      <span dir="auto">{message.deletedAt === null ? truncateText(previewOf(message), 80) : t('row.deleted')}</span>
    </button>
  )
}
