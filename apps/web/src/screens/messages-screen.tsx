import { cx } from '@veranda/ui/cx.ts'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { useSearchParams } from 'react-router'
import { ConversationList } from '../features/conversations/conversation-list.tsx'
import { ConversationView } from '../features/conversations/conversation-view.tsx'
import { useTranslations } from '../lib/i18n.ts'
import { TabTitle } from '../components/page.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import styles from './messages-screen.module.css'

/** Renders the conversations and the one in the URL: `/messages?c=`, with `at` for a message. */
export function MessagesScreen() {
  const t = useTranslations('conversations')
  const [params] = useSearchParams()
  const currentId = params.get('c') ?? undefined
  const atSeq = Number(params.get('at'))
  return (
    <div className={cx(styles.screen, currentId !== undefined && styles.open)}>
      <TabTitle>{t('title')}</TabTitle>
      <VisuallyHidden as="h1">{t('title')}</VisuallyHidden>
      <nav className={styles.list} aria-label={t('list')}>
        <ConversationList current={currentId} />
      </nav>
      <section className={styles.thread}>
        {currentId === undefined ? (
          <EmptyState icon="message" title={t('pick.title')} text={t('pick.text')} />
        ) : (
          <ConversationView
            key={currentId}
            id={currentId}
            atSeq={Number.isInteger(atSeq) && atSeq > 0 ? atSeq : undefined}
          />
        )}
      </section>
    </div>
  )
}
