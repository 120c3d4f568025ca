import { searchMessages } from '@veranda/contract/conversations/routes.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useList } from '../../lib/list.ts'
import { useWords } from '../../lib/words.ts'
import { MoreButton } from '../../parts/more-button.tsx'
import { ReadFailed } from '../../parts/reading.tsx'
import { When } from '../../parts/when.tsx'
import styles from './conversation-list.module.css'
import { Marked } from './marked.tsx'

/** Messages that contain the words, each leading to its place in the conversation. */
export function MessageHits({ query, others }: { query: string; others: boolean }) {
  const t = useWords('messages')
  const enough = query.length >= 2
  const hits = useList(searchMessages, { query: { q: query } }, { enabled: enough, keep: true })
  if (!enough) return <p className={styles.quiet}>{t('search.short')}</p>
  if (hits.problem) return <ReadFailed problem={hits.problem} retry={hits.retry} />
  if (hits.isPending) return <SkeletonRows count={3} label={t('list.loading')} />
  if (hits.items.length === 0) {
    return others ? null : (
      <p className={styles.quiet} role="status">
        {t('search.none', { query })}
      </p>
    )
  }
  return (
    <>
      <h2 className={styles.heading}>{t('search.hits')}</h2>
      <VisuallyHidden>
        <span role="status">{t('search.count', { count: hits.items.length })}</span>
      </VisuallyHidden>
      <ul>
        {hits.items.map(({ message, conversation }) => (
          <li key={message.id} className={styles.hit}>
            <div className={styles.hitHead}>
              <bdi>
                {message.by.name} · {conversation.title}
              </bdi>
              <When at={message.at} />
            </div>
            <Anchor href={`/messages?c=${conversation.id}&at=${message.seq}`} className={styles.hitLink}>
              <span className={styles.hitText} dir="auto">
                <Marked text={message.text} query={query} />
              </span>
            </Anchor>
          </li>
        ))}
      </ul>
      <MoreButton list={hits} />
    </>
  )
}
