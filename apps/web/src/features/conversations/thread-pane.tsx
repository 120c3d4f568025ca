import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { type LoggedMessage } from '@veranda/core/conversations/conversation-log.ts'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { useWords } from '../../lib/words.ts'
import { ReadFailed } from '../../parts/reading.tsx'
import { useWorkUploads } from '../../parts/use-work-uploads.ts'
import { Arrivals } from './arrivals.tsx'
import { Composer } from './composer.tsx'
import { titleOf } from './conversation-title.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { type MessageActs } from './message-item.tsx'
import { MessageList } from './message-list.tsx'
import { useOutgoing } from './outbox.ts'
import { type News } from './rows.ts'
import { useSaid } from './said.ts'
import styles from './thread-pane.module.css'
import { useThread } from './threads.ts'
import { TypingLine } from './typing-line.tsx'
import { useWriting } from './writing.ts'

export type ThreadPaneProps = {
  conversation: Conversation
  /** A place in the log to show, from a search. */
  at?: number | undefined
  head?: ReactNode
  more?: MessageActs['more']
}

/** One conversation: what was said, who writes, and where one writes. Give it the conversation's id as its key. */
export function ThreadPane({ conversation, at, head, more }: ThreadPaneProps) {
  const t = useWords('messages')
  const said = useSaid()
  const { user } = useSession()
  const { thread, state } = useThread(conversation.id)
  const outgoing = useOutgoing(conversation.id)
  const title = titleOf(conversation, t('nobody'))
  const uploads = useWorkUploads(`chat.${conversation.id}`, 'chat')
  const writing = useWriting({ conversationId: conversation.id, thread, state, outgoing, uploads })
  const people = new Map([...state.log.people, ...conversation.people.map((person) => [person.id, person] as const)])
  if (user) people.set(user.id, user)

  const ready = state.status === 'ready'
  const [news, setNews] = useState<News>()
  if (ready && !news) setNews({ after: conversation.read, upTo: state.log.tail.cursor })
  useEffect(() => {
    if (ready && at !== undefined) void thread.goTo(at)
  }, [ready, at, thread])

  const empty = ready && state.log.tail.messages.length === 0 && outgoing.length === 0
  return (
    <div className={styles.pane}>
      {head}
      <div className={styles.middle}>
        {state.status === 'loading' && <SkeletonRows count={4} label={t('thread.loading')} />}
        {state.status === 'failed' && state.problem && (
          <ReadFailed problem={state.problem} failed={t('thread.failed')} retry={() => void thread.resume()} />
        )}
        {empty && (
          <EmptyState
            compact
            icon="message"
            title={t('thread.empty.title')}
            text={conversation.kind === 'project' ? t('thread.empty.project') : t('thread.empty.text')}
          />
        )}
        {news && !empty && (
          <MessageList
            conversationId={conversation.id}
            title={title}
            thread={thread}
            state={state}
            outgoing={outgoing}
            people={people}
            news={news}
            found={at}
            acts={{ ...writing.acts, more }}
            outgoingActs={writing.outgoingActs}
          />
        )}
      </div>
      <TypingLine conversationId={conversation.id} />
      <Composer
        title={title}
        draft={writing.draft}
        onDraft={writing.write}
        onSend={() => void writing.send()}
        onCancel={writing.cancel}
        onEditLast={writing.editLast}
        about={writing.about && aboutLine(writing.about, people, said, t)}
        busy={writing.busy}
        field={writing.field}
        uploads={uploads}
      />
      <Arrivals log={state.log} people={people} />
      <DeleteDialog message={writing.removing} onClose={writing.keep} onDone={writing.removed} />
    </div>
  )
}

function aboutLine(
  about: { kind: 'reply' | 'edit'; message: Pick<LoggedMessage, 'by' | 'text' | 'works'> | undefined },
  people: ReadonlyMap<string, { name: string }>,
  said: ReturnType<typeof useSaid>,
  t: ReturnType<typeof useWords<'messages'>>,
): { kind: 'reply' | 'edit'; text: string } {
  if (about.kind === 'edit' || !about.message) return { kind: about.kind, text: t('editing') }
  const name = people.get(about.message.by)?.name ?? ''
  return { kind: 'reply', text: `${t('reply-to', { name })}: ${said(about.message)}` }
}
