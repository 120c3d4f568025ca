import { listConversations } from '@veranda/contract/conversations/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useDeferredValue, useState } from 'react'
import { useList } from '../../lib/list.ts'
import { useWords } from '../../lib/words.ts'
import { MoreButton } from '../../parts/more-button.tsx'
import { ReadFailed } from '../../parts/reading.tsx'
import styles from './conversation-list.module.css'
import { ConversationRow } from './conversation-row.tsx'
import { titleOf } from './conversation-title.ts'
import { MessageHits } from './message-hits.tsx'
import { useOutgoing } from './outbox.ts'

/** All of one's conversations, the latest first, and the search through them. */
export function ConversationList({ current }: { current: string | undefined }) {
  const t = useWords('messages')
  const [query, setQuery] = useState('')
  const searched = useDeferredValue(query.trim())
  const list = useList(listConversations, { query: {} })
  const outgoing = useOutgoing()
  const shown = list.items.filter((conversation) => {
    const names = [titleOf(conversation, ''), ...conversation.people.map((person) => person.name)].join(' ')
    return names.toLocaleLowerCase().includes(searched.toLocaleLowerCase())
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
        {list.isPending && <SkeletonRows count={5} label={t('list.loading')} />}
        {list.problem && list.items.length === 0 && (
          <ReadFailed problem={list.problem} failed={t('list.failed')} retry={list.retry} />
        )}
        {!list.isPending && !list.problem && list.items.length === 0 && (
          <EmptyState
            compact
            icon="message"
            title={t('empty.title')}
            text={t('empty.text')}
            actions={<Button href="/search">{t('empty.search')}</Button>}
          />
        )}
        {searched !== '' && shown.length > 0 && <h2 className={styles.heading}>{t('search.people')}</h2>}
        {shown.length > 0 && (
          <ul aria-label={t('list')}>
            {shown.map((conversation) => (
              <ConversationRow
                key={conversation.id}
                conversation={conversation}
                current={conversation.id === current}
                outgoing={outgoing.filter((item) => item.lane === conversation.id)}
              />
            ))}
          </ul>
        )}
        {searched === '' && <MoreButton list={list} />}
        {searched !== '' && <MessageHits query={searched} others={shown.length > 0} />}
      </div>
    </div>
  )
}
