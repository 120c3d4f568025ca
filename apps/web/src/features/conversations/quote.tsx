import { type LoggedMessage } from '@veranda/core/conversations/conversation-log.ts'
import { preview } from '@veranda/core/text.ts'
import { useWords } from '../../lib/words.ts'
import styles from './message.module.css'
import { useSaid } from './said.ts'

type QuoteProps = { answered: { message: LoggedMessage; name: string } | 'gone'; onShow: () => void }

/** The message that another one answers, in a line; pressing it goes there. */
export function Quote({ answered, onShow }: QuoteProps) {
  const t = useWords('messages')
  const said = useSaid()
  if (answered === 'gone') return <p className={styles.quote}>{t('reply-to', { name: t('reply.gone') })}</p>
  const { message, name } = answered
  return (
    <button type="button" className={styles.quote} onClick={onShow}>
      <bdi className={styles.quoteName}>{name}</bdi>
      <span dir="auto">{message.deletedAt === null ? preview(said(message), 80) : t('row.deleted')}</span>
    </button>
  )
}
