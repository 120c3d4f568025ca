import { type PersonShape } from '@veranda/contract/shapes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Line } from '@veranda/ui/layout.tsx'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useSession } from '../../lib/session.ts'
import { useWords } from '../../lib/words.ts'
import { DayLine } from './day-line.tsx'
import { MessageItem, type MessageActs } from './message-item.tsx'
import styles from './message-list.module.css'
import { type OutgoingActs, OutgoingItemView } from './outgoing-item.tsx'
import { type OutgoingItem } from './outbox.ts'
import { useReading } from './reading.ts'
import { type News, readMarks, type Row, threadRows } from './rows.ts'
import { showMessage, useScrolling } from './scrolling.ts'
import { type Thread, type ThreadState } from './thread.ts'
import { hasOlder, shownMessages } from './thread-log.ts'

type Props = {
  conversationId: string
  title: string
  thread: Thread
  state: ThreadState
  outgoing: readonly OutgoingItem[]
  people: ReadonlyMap<string, PersonShape>
  news: News
  /** A message that was searched for. */
  found: number | undefined
  acts: MessageActs
  outgoingActs: OutgoingActs
}

/** The messages of a conversation, from the past in sight to the end. */
export function MessageList(props: Props) {
  const { conversationId, title, thread, state, outgoing, people, news, found, acts, outgoingActs } = props
  const t = useWords('messages')
  const me = useSession().user?.id
  const format = useFormat()
  const list = useRef<HTMLDivElement>(null)
  const messages = shownMessages(state.log)
  const detached = state.log.past !== null
  const rows = threadRows({
    messages,
    outgoing: detached ? [] : outgoing,
    me,
    news,
    dayOf: (iso) => format.weekday(iso) + iso.slice(0, 4),
  })
  const marks = readMarks(messages, state.log.readBy, me)
  const byId = new Map(messages.map((message) => [message.id, message]))
  const scrolling = useScrolling(list, { first: messages[0]?.id, ready: state.status === 'ready' })
  useReading(conversationId, state.log.tail.cursor, scrolling.atEnd && !detached)
  const [seen, setSeen] = useState(news.after)
  if (scrolling.atEnd && !detached && state.log.tail.cursor > seen) setSeen(state.log.tail.cursor)
  const waiting = messages.filter((message) => message.seq > seen && message.by !== me).length

  const foundThere = found !== undefined && messages.some((message) => message.seq === found)
  useEffect(() => {
    if (foundThere) showMessage(list.current, found)
  }, [found, foundThere])

  const mine = outgoing.at(-1)?.clientId
  const { toEnd } = scrolling
  const followed = useRef(mine)
  useEffect(() => {
    if (followed.current !== mine && mine !== undefined) toEnd()
    followed.current = mine
  }, [mine, toEnd])

  function draw(row: Row) {
    switch (row.kind) {
      case 'day':
        return <DayLine key={row.key} at={row.at} />
      case 'unread':
        return (
          <li key={row.key} className={styles.unread} data-divider>
            <span>{t('unread.divider')}</span>
          </li>
        )
      case 'outgoing':
        return <OutgoingItemView key={row.key} item={row.item} begins={row.begins} acts={outgoingActs} />
      case 'message': {
        const { message } = row
        const answered = message.replyTo === null ? undefined : byId.get(message.replyTo)
        return (
          <MessageItem
            key={row.key}
            message={message}
            person={people.get(message.by)}
            mine={message.by === me}
            begins={row.begins}
            answered={
              message.replyTo === null
                ? undefined
                : answered
                  ? { message: answered, name: people.get(answered.by)?.name ?? '' }
                  : 'gone'
            }
            readers={(marks.get(message.id) ?? []).flatMap((id) => people.get(id)?.name ?? [])}
            alone={state.log.readBy.size < 2}
            found={message.seq === found}
            acts={acts}
          />
        )
      }
    }
  }

  return (
    <div className={styles.place}>
      <div
        ref={list}
        className={styles.scroll}
        role="region"
        aria-label={t('thread', { title })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and must do so by keyboard
        tabIndex={0}
        onScroll={scrolling.onScroll}
      >
        {hasOlder(state.log) && (
          <Line justify="middle" className={styles.more}>
            <Button size="small" busy={state.loading === 'older'} onClick={() => void thread.older()}>
              {t('older')}
            </Button>
          </Line>
        )}
        <ul className={styles.rows}>{rows.map(draw)}</ul>
        {detached && (
          <Line justify="middle" className={styles.more}>
            <Button size="small" busy={state.loading === 'newer'} onClick={() => void thread.newer()}>
              {t('newer')}
            </Button>
          </Line>
        )}
      </div>
      {(detached || !scrolling.atEnd) && (
        <div className={styles.jump}>
          <Button
            size="small"
            icon="chevron-down"
            onClick={() => {
              thread.toLatest()
              requestAnimationFrame(scrolling.toEnd)
            }}
          >
            {waiting > 0 && !detached ? t('latest.new', { count: waiting }) : t('latest')}
          </Button>
        </div>
      )}
    </div>
  )
}
