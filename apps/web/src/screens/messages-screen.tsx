import { cx } from '@veranda/ui/cx.ts'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { useSearchParams } from 'react-router'
import { ConversationList } from '../features/conversations/conversation-list.tsx'
import { ConversationView } from '../features/conversations/conversation-view.tsx'
import { useWords } from '../lib/words.ts'
import { TabTitle } from '../parts/page.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import styles from './messages-screen.module.css'

/** All conversations, and the one in the address: `/messages?c=`, with `at` for a place in it. */
export function MessagesScreen() {
  const t = useWords('messages')
  const [params] = useSearchParams()
  const current = params.get('c') ?? undefined
  const at = Number(params.get('at'))
  return (
    <div className={cx(styles.screen, current !== undefined && styles.open)}>
      <TabTitle>{t('title')}</TabTitle>
      <VisuallyHidden as="h1">{t('title')}</VisuallyHidden>
      <nav className={styles.list} aria-label={t('list')}>
        <ConversationList current={current} />
      </nav>
      <section className={styles.thread}>
        {current === undefined ? (
          <EmptyState icon="message" title={t('pick.title')} text={t('pick.text')} />
        ) : (
          <ConversationView key={current} id={current} at={Number.isInteger(at) && at > 0 ? at : undefined} />
        )}
      </section>
    </div>
  )
}
