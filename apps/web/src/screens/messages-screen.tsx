import { parseConversationUrl } from '@veranda/core/conversation-url.ts'
import { cx } from '@veranda/ui/cx.ts'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { useSearchParams } from 'react-router'
import { ConversationList } from '../features/conversations/conversation-list.tsx'
import { ConversationView } from '../features/conversations/conversation-view.tsx'
import { OpenWith } from '../features/conversations/open-with.tsx'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { TabTitle } from '../components/page/page.tsx'
import styles from './messages-screen.module.css'

/** Renders the conversations and the one that the URL names, at its message. */
export function MessagesScreen() {
  const t = useTranslations('conversations')
  const [params] = useSearchParams()
  const current = parseConversationUrl(params)
  const withUser = params.get('with')
  return (
    <div className={cx(styles.screen, current !== undefined && styles.open)}>
      <TabTitle>{t('title')}</TabTitle>
      <h1 className={styles.title}>{t('title')}</h1>
      <nav className={styles.list} aria-label={t('list')}>
        <ConversationList current={current?.id} />
      </nav>
      <section className={styles.thread}>
        {current === undefined && withUser ? (
          <OpenWith key={withUser} userId={withUser} />
        ) : current === undefined ? (
          <EmptyState icon="message" title={t('pick.title')} text={t('pick.text')} />
        ) : (
          <ConversationView key={current.id} id={current.id} atSeq={current.atSeq} />
        )}
      </section>
    </div>
  )
}
