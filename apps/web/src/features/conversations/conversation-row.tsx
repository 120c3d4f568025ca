import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Badge } from '@veranda/ui/badge.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useSession } from '../../lib/session.ts'
import { useWords } from '../../lib/words.ts'
import { When } from '../../parts/when.tsx'
import styles from './conversation-list.module.css'
import { faceOf, titleOf } from './conversation-title.ts'
import { type OutgoingItem } from './outbox.ts'

type Props = { conversation: Conversation; current: boolean; outgoing: readonly OutgoingItem[] }

/** One conversation: who, what was said last, and what is unread or has not left yet. */
export function ConversationRow({ conversation, current, outgoing }: Props) {
  const t = useWords('messages')
  const title = titleOf(conversation, t('nobody'))
  const face = faceOf(conversation, title)
  const unread = conversation.unread > 0
  const { last } = conversation
  return (
    <li className={cx(styles.row, current && styles.current, unread && styles.unread)}>
      <Avatar name={face.name} src={face.avatar} size="medium" />
      <div className={styles.words}>
        <div className={styles.line}>
          <Anchor
            href={`/messages?c=${conversation.id}`}
            className={styles.title}
            aria-current={current ? 'page' : undefined}
          >
            <bdi>{title}</bdi>
            {unread && <VisuallyHidden>, {t('row.unread', { count: conversation.unread })}</VisuallyHidden>}
          </Anchor>
          {last && (
            <span className={styles.time}>
              <When at={last.at} />
            </span>
          )}
        </div>
        <div className={styles.line}>
          <LastWord conversation={conversation} outgoing={outgoing} />
          <Badge count={conversation.unread} />
        </div>
      </div>
    </li>
  )
}

function LastWord({ conversation, outgoing }: Pick<Props, 'conversation' | 'outgoing'>) {
  const t = useWords('messages')
  const me = useSession().user?.id
  const { last } = conversation
  if (outgoing.some((item) => item.state === 'failed')) {
    return <span className={cx(styles.text, styles.failed)}>{t('row.failed')}</span>
  }
  if (outgoing.some((item) => item.state === 'queued')) return <span className={styles.text}>{t('row.waiting')}</span>
  if (!last) return <span className={styles.text}>{t('row.nothing')}</span>
  if (last.deleted) return <span className={styles.text}>{t('row.deleted')}</span>
  if (last.text === '' && last.attached) {
    return <span className={styles.text}>{t(`sent${last.by === me ? '.you' : ''}.${last.attached}`)}</span>
  }
  return (
    <span className={styles.text} dir="auto">
      {last.by === me ? t('row.you', { text: last.text }) : last.text}
    </span>
  )
}
