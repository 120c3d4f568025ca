import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { conversationUrl } from '@veranda/core/conversation-url.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Badge } from '@veranda/ui/badge.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useSession } from '../../lib/session/session.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { Timestamp } from '../../components/time/timestamp.tsx'
import styles from './conversation-list.module.css'
import { ConversationAvatar } from './conversation-avatar.tsx'
import { useConversationKindText, useConversationTitle } from './conversation-title.ts'
import { type OutgoingMessage } from './messages/send-queue.ts'

type Props = { conversation: Conversation; current: boolean; outgoing: readonly OutgoingMessage[] }

/** Renders one conversation: its title, kind, last message, unread count and unsent messages. */
export function ConversationRow({ conversation, current, outgoing }: Props) {
  const t = useTranslations('conversations')
  const title = useConversationTitle()(conversation)
  const kindText = useConversationKindText()
  const unread = conversation.unread > 0
  const { last } = conversation
  return (
    <li className={cx(styles.row, current && styles.current, unread && styles.unread)}>
      <ConversationAvatar conversation={conversation} title={title} />
      <div className={styles.words}>
        <div className={styles.line}>
          <Anchor
            href={conversationUrl(conversation)}
            className={styles.title}
            aria-current={current ? 'page' : undefined}
          >
            <bdi>{title}</bdi>
            {unread && <VisuallyHidden>, {t('row.unread', { count: conversation.unread })}</VisuallyHidden>}
          </Anchor>
          {last && (
            <span className={styles.time}>
              <Timestamp at={last.at} />
            </span>
          )}
        </div>
        <p className={styles.kind}>{kindText(conversation)}</p>
        <div className={styles.line}>
          <LastMessagePreview conversation={conversation} outgoing={outgoing} />
          <Badge count={conversation.unread} />
        </div>
      </div>
    </li>
  )
}

function LastMessagePreview({ conversation, outgoing }: Pick<Props, 'conversation' | 'outgoing'>) {
  const t = useTranslations('conversations')
  const me = useSession().user?.id
  const { last } = conversation
  if (outgoing.some((item) => item.state === 'failed')) {
    return <span className={cx(styles.text, styles.failed)}>{t('row.failed')}</span>
  }
  if (outgoing.some((item) => item.state === 'queued')) return <span className={styles.text}>{t('row.waiting')}</span>
  if (!last) return <span className={styles.text}>{t('row.nothing')}</span>
  if (last.deleted) return <span className={styles.text}>{t('row.deleted')}</span>
  if (last.text === '' && last.attachmentKind) {
    return <span className={styles.text}>{t(`sent${last.by === me ? '.you' : ''}.${last.attachmentKind}`)}</span>
  }
  return (
    <span className={styles.text} dir="auto">
      {last.by === me ? t('row.you', { text: last.text }) : last.text}
    </span>
  )
}
