import { searchMessages } from '@veranda/contract/conversations/routes.ts'
import { conversationUrl } from '@veranda/core/conversation-url.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { Fragment } from 'react'
import { useList } from '../../../lib/api/use-list.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { LoadMoreButton } from '../../../components/page/load-more-button.tsx'
import { QueryError } from '../../../components/page/query-boundary.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import styles from '../conversation-list.module.css'

/** Renders the messages that match the search, each linking to its position in the conversation. */
export function MessageSearchResults({
  query,
  hasMatchingConversations,
}: {
  query: string
  hasMatchingConversations: boolean
}) {
  const t = useTranslations('conversations')
  const longEnough = query.length >= 2
  const results = useList(searchMessages, { query: { q: query } }, { enabled: longEnough, keepPrevious: true })
  if (!longEnough) return <p className={styles.quiet}>{t('search.short')}</p>
  if (results.problem) return <QueryError problem={results.problem} retry={results.retry} />
  if (results.isPending) return <SkeletonRows count={3} label={t('list.loading')} />
  if (results.items.length === 0) {
    return hasMatchingConversations ? null : (
      <p className={styles.quiet} role="status">
        {t('search.none', { query })}
      </p>
    )
  }
  return (
    <>
      <h2 className={styles.heading}>{t('search.hits')}</h2>
      <VisuallyHidden>
        <span role="status">{t('search.count', { count: results.items.length })}</span>
      </VisuallyHidden>
      <ul>
        {results.items.map(({ message, conversation }) => (
          <li key={message.id} className={styles.hit}>
            <div className={styles.hitHead}>
              <bdi>
                {t(
                  conversation.kind === 'project' ? 'search.hit.project' : hitKey(message.by.name, conversation.title),
                  {
                    name: message.by.name,
                    title: conversation.title,
                  },
                )}
              </bdi>
              <Timestamp at={message.at} />
            </div>
            <Anchor href={conversationUrl({ id: conversation.id, atSeq: message.seq })} className={styles.hitLink}>
              <span className={styles.hitText} dir="auto">
                <Highlight text={message.text} query={query} />
              </span>
            </Anchor>
          </li>
        ))}
      </ul>
      <LoadMoreButton list={results} />
    </>
  )
}

/** Returns how a message of a direct conversation is named: its title is the other member. */
function hitKey(author: string, other: string): 'search.hit.direct' | 'search.hit.direct.mine' {
  return author === other ? 'search.hit.direct' : 'search.hit.direct.mine'
}

/** Renders a text with the searched words highlighted. */
export function Highlight({ text, query }: { text: string; query: string }) {
  const words = query.match(/[\p{L}\p{N}]+/gu)
  if (!words) return text
  const pattern = new RegExp(`(${words.toSorted((a, b) => b.length - a.length).join('|')})`, 'giu')
  return text
    .split(pattern)
    .map((piece, index) =>
      index % 2 === 1 ? <mark key={index}>{piece}</mark> : <Fragment key={index}>{piece}</Fragment>,
    )
}
