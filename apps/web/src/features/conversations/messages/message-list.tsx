import { type UserSummary } from '@veranda/contract/shared-schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Inline } from '@veranda/ui/layout.tsx'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '../../../lib/i18n/format.ts'
import { serverNow } from '../../../lib/realtime/server-clock.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type MessageActions, MessageItem } from './message-item.tsx'
import styles from './message-list.module.css'
import { type OutgoingMessage } from './send-queue.ts'
import { type OutgoingMessageActions, OutgoingMessageItem } from './outgoing-message.tsx'
import { useReadReceipts } from '../read-state/use-read-receipts.ts'
import { buildMessageRows, type MessageListRow, readReceipts, type UnreadRange } from './message-rows.ts'
import { scrollToMessage, useScrollPosition } from './use-scroll-position.ts'
import { hasOlder, visibleMessages } from '../conversation-timeline.ts'
import { type ConversationSync, type ConversationSyncState, type Paging } from '../conversation-sync.ts'

const dayMs = 86_400_000

/** Renders the date above the messages of a day. */
export function DayDivider({ at }: { at: string }) {
  const t = useTranslations('conversations')
  const format = useFormat()
  const dayOf = (epochMs: number) => format.date(new Date(epochMs).toISOString())
  const date = format.date(at)
  const now = serverNow()
  const text =
    date === dayOf(now) ? t('day.today') : date === dayOf(now - dayMs) ? t('day.yesterday') : format.weekday(at)
  return (
    <li className={styles.day}>
      <time dateTime={at.slice(0, 10)} title={format.full(at)}>
        {text}
      </time>
    </li>
  )
}

type PageButtonProps = { direction: 'older' | 'newer'; paging: Paging; onPress: () => void }

/** Loads the page of messages in one direction, and says so when it could not be read. */
function PageButton({ direction, paging, onPress }: PageButtonProps) {
  const t = useTranslations('conversations')
  const state = paging.state !== 'idle' && paging.direction === direction ? paging.state : 'idle'
  return (
    <Inline justify="middle" className={styles.more}>
      <Button size="small" busy={state === 'loading'} onClick={onPress}>
        {t(direction)}
      </Button>
      {state === 'failed' && <span role="alert">{t('page.failed')}</span>}
    </Inline>
  )
}

type Props = {
  conversationId: string
  title: string
  sync: ConversationSync
  state: ConversationSyncState
  outgoing: readonly OutgoingMessage[]
  users: ReadonlyMap<string, UserSummary>
  unreadRange: UnreadRange
  /** Seq of a message that was searched for. */
  foundSeq: number | undefined
  actions: MessageActions
  outgoingActions: OutgoingMessageActions
}

/** Renders the messages of a conversation, from the oldest loaded to the newest. */
export function MessageList(props: Props) {
  const { conversationId, title, sync, state, outgoing, users, unreadRange, foundSeq, actions, outgoingActions } = props
  const t = useTranslations('conversations')
  const me = useSession().user?.id
  const format = useFormat()
  const list = useRef<HTMLDivElement>(null)
  const messages = visibleMessages(state.timeline)
  const inHistory = state.timeline.history !== null
  const rows = buildMessageRows({
    messages,
    outgoing: inHistory ? [] : outgoing,
    me,
    unreadRange,
    dayOf: (iso) => format.weekday(iso) + iso.slice(0, 4),
  })
  const receipts = readReceipts(messages, state.timeline.readBy, me)
  const byId = new Map(messages.map((message) => [message.id, message]))
  const scroll = useScrollPosition(list, { firstId: messages[0]?.id, ready: state.status === 'ready' })
  useReadReceipts(conversationId, state.timeline.tail.cursor, scroll.atEnd && !inHistory)
  const [seenSeq, setSeenSeq] = useState(unreadRange.after)
  if (scroll.atEnd && !inHistory && state.timeline.tail.cursor > seenSeq) setSeenSeq(state.timeline.tail.cursor)
  const unseenCount = messages.filter((message) => message.seq > seenSeq && message.by !== me).length

  const foundLoaded = foundSeq !== undefined && messages.some((message) => message.seq === foundSeq)
  useEffect(() => {
    if (foundLoaded) scrollToMessage(list.current, foundSeq)
  }, [foundSeq, foundLoaded])

  const lastOutgoingId = outgoing.at(-1)?.clientId
  const { scrollToEnd } = scroll
  const followedId = useRef(lastOutgoingId)
  useEffect(() => {
    if (followedId.current !== lastOutgoingId && lastOutgoingId !== undefined) scrollToEnd()
    followedId.current = lastOutgoingId
  }, [lastOutgoingId, scrollToEnd])

  function renderRow(row: MessageListRow) {
    switch (row.kind) {
      case 'day':
        return <DayDivider key={row.key} at={row.at} />
      case 'unread':
        return (
          <li key={row.key} className={styles.unread} data-divider>
            <span>{t('unread.divider')}</span>
          </li>
        )
      case 'outgoing':
        return (
          <OutgoingMessageItem key={row.key} item={row.item} startsGroup={row.startsGroup} actions={outgoingActions} />
        )
      case 'message': {
        const { message } = row
        const repliedTo = message.replyTo === null ? undefined : byId.get(message.replyTo)
        return (
          <MessageItem
            key={row.key}
            message={message}
            author={users.get(message.by)}
            mine={message.by === me}
            startsGroup={row.startsGroup}
            repliedTo={
              message.replyTo === null
                ? undefined
                : repliedTo
                  ? { message: repliedTo, name: users.get(repliedTo.by)?.name ?? '' }
                  : 'gone'
            }
            readers={(receipts.get(message.id) ?? []).flatMap((id) => users.get(id)?.name ?? [])}
            singleReader={state.timeline.readBy.size < 2}
            found={message.seq === foundSeq}
            actions={actions}
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
        onScroll={scroll.onScroll}
      >
        {hasOlder(state.timeline) && (
          <PageButton direction="older" paging={state.paging} onPress={() => void sync.loadOlder()} />
        )}
        <ul className={styles.rows}>{rows.map(renderRow)}</ul>
        {inHistory && <PageButton direction="newer" paging={state.paging} onPress={() => void sync.loadNewer()} />}
      </div>
      {(inHistory || !scroll.atEnd) && (
        <div className={styles.jump}>
          <Button
            size="small"
            icon="chevron-down"
            onClick={() => {
              sync.showLatest()
              requestAnimationFrame(scroll.scrollToEnd)
            }}
          >
            {unseenCount > 0 && !inHistory ? t('latest.new', { count: unseenCount }) : t('latest')}
          </Button>
        </div>
      )}
    </div>
  )
}
