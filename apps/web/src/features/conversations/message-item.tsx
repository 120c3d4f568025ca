import { type LoggedMessage } from '@veranda/core/conversations/conversation-log.ts'
import { type PersonShape } from '@veranda/contract/shapes.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { type MenuItem } from '@veranda/ui/menu-panel.tsx'
import { Menu } from '@veranda/ui/menu.tsx'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { WorkTiles } from '../../parts/work-tiles.tsx'
import styles from './message.module.css'
import { Quote } from './quote.tsx'

export type MessageActs = {
  reply: (message: LoggedMessage) => void
  edit: (message: LoggedMessage) => void
  remove: (message: LoggedMessage) => void
  copy: (message: LoggedMessage) => void
  show: (message: LoggedMessage) => void
  /** What else can be made of it where it is shown. */
  more?: ((message: LoggedMessage) => readonly MenuItem[]) | undefined
}

export type MessageItemProps = {
  message: LoggedMessage
  person: PersonShape | undefined
  mine: boolean
  /** First of several by the same person: with face and name. */
  begins: boolean
  answered: { message: LoggedMessage; name: string } | 'gone' | undefined
  /** Names of those who have read up to here. */
  readers: readonly string[]
  alone: boolean
  found: boolean
  acts: MessageActs
}

/** One message that the log holds. */
export function MessageItem(props: MessageItemProps) {
  const { message, person, mine, begins, answered, readers, alone, found, acts } = props
  const t = useWords('messages')
  const format = useFormat()
  const name = person?.name ?? ''
  const deleted = message.deletedAt !== null
  const items: MenuItem[] = [
    { id: 'reply', label: t('action.reply'), icon: 'undo', onPress: () => acts.reply(message) },
    { id: 'copy', label: t('action.copy'), icon: 'copy', onPress: () => acts.copy(message) },
  ]
  items.push(...(acts.more?.(message) ?? []))
  if (mine) {
    items.push({ id: 'edit', label: t('action.edit'), icon: 'edit', onPress: () => acts.edit(message) }, 'line', {
      id: 'delete',
      label: t('action.delete'),
      icon: 'trash',
      danger: true,
      onPress: () => acts.remove(message),
    })
  }
  return (
    <li
      className={cx(styles.message, mine && styles.mine, begins && styles.begins, found && styles.found)}
      data-seq={message.seq}
    >
      {!mine && <span className={styles.face}>{begins && person && <Avatar name={name} src={person.avatar} />}</span>}
      <div className={styles.body}>
        {begins && !mine && (
          <p className={styles.head}>
            <bdi className={styles.name}>{name}</bdi>
          </p>
        )}
        <div className={cx(styles.bubble, deleted && styles.gone)}>
          {answered && !deleted && (
            <Quote answered={answered} onShow={() => answered !== 'gone' && acts.show(answered.message)} />
          )}
          {(deleted || message.text !== '') && (
            <p className={styles.text} dir="auto">
              {deleted ? t('deleted') : message.text}
            </p>
          )}
          {message.works && <WorkTiles works={message.works} label={t('attached')} large />}
          <time className={styles.time} dateTime={message.at} title={format.full(message.at)}>
            {message.editedAt && !deleted && <span>{t('edited')} · </span>}
            {format.time(message.at)}
          </time>
        </div>
        {readers.length > 0 && (
          <p className={styles.read}>{alone ? t('read') : t('read.by', { names: format.list(readers) })}</p>
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
