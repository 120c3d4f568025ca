import { listConversations } from '@veranda/contract/conversations/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useDeferredValue, useState } from 'react'
import { useList } from '../../lib/api/use-list.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { useOffersServices } from '../../lib/session/own-account.ts'
import { LoadMoreButton } from '../../components/page/load-more-button.tsx'
import { QueryError } from '../../components/page/query-boundary.tsx'
import styles from './conversation-list.module.css'
import { SharedFiles } from './attachments/shared-files.tsx'
import { ConversationRow } from './conversation-row.tsx'
import { MessageSearchResults } from './messages/message-search-results.tsx'
import { useOutgoingMessages } from './messages/send-queue.ts'

/** Renders the user's conversations, latest first, and the search. */
export function ConversationList({ current }: { current: string | undefined }) {
  const offersServices = useOffersServices()
  const t = useTranslations('conversations')
  const [query, setQuery] = useState('')
  const searchText = useDeferredValue(query.trim())
  const list = useList(listConversations, { query: {} })
  const outgoing = useOutgoingMessages()
  const matching = list.items.filter((conversation) => {
    const names = conversation.members.map((user) => user.name)
    const words = conversation.kind === 'project' ? [conversation.project.title, ...names] : names
    return words.join(' ').toLocaleLowerCase().includes(searchText.toLocaleLowerCase())
  })

  return (
    <div className={styles.list}>
      <div className={styles.search} role="search">
        <TextInput
          enterKeyHint="search"
          icon="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setQuery('')}
          after={
            query === '' ? undefined : (
              <IconButton size="small" icon="close" label={t('search.clear')} onClick={() => setQuery('')} />
            )
          }
        />
      </div>
      <div className={styles.scroll}>
        {current === undefined && <SharedFiles />}
        {list.isPending && <SkeletonRows count={5} label={t('list.loading')} />}
        {list.problem && list.items.length === 0 && (
          <QueryError problem={list.problem} errorTitle={t('list.failed')} retry={list.retry} />
        )}
        {!list.isPending && !list.problem && list.items.length === 0 && (
          <EmptyState
            compact
            icon="message"
            title={t('empty.title')}
            text={t(offersServices ? 'empty.creator.text' : 'empty.text')}
            actions={
              offersServices ? (
                <Button href="/profile">{t('empty.to-page')}</Button>
              ) : (
                <Button href="/search">{t('empty.search')}</Button>
              )
            }
          />
        )}
        {searchText !== '' && matching.length > 0 && <h2 className={styles.heading}>{t('search.conversations')}</h2>}
        {matching.length > 0 && (
          <ul aria-label={t('list')}>
            {matching.map((conversation) => (
              <ConversationRow
                key={conversation.id}
                conversation={conversation}
                current={conversation.id === current}
                outgoing={outgoing.filter((item) => item.lane === conversation.id)}
              />
            ))}
          </ul>
        )}
        {searchText === '' && <LoadMoreButton list={list} />}
        {searchText !== '' && (
          <MessageSearchResults query={searchText} hasMatchingConversations={matching.length > 0} />
        )}
      </div>
    </div>
  )
}
