import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { type UserSummary } from '@veranda/contract/shared-schemas.ts'
import { directConversationUrl } from '@veranda/core/conversation-url.ts'
import { type TimelineMessage } from '@veranda/core/conversations/messages/message-timeline.ts'
import { Button } from '@veranda/ui/button.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Inline } from '@veranda/ui/layout.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { QueryError } from '../../components/page/query-boundary.tsx'
import { useAssetUploads } from '../../components/assets/use-asset-uploads.ts'
import { SharedFiles } from './attachments/shared-files.tsx'
import { NewMessageAnnouncer } from './messages/new-message-announcer.tsx'
import { Composer } from './messages/composer.tsx'
import { useConversationTitle } from './conversation-title.ts'
import { DeleteMessageDialog } from './messages/delete-message-dialog.tsx'
import { type MessageActions } from './messages/message-item.tsx'
import { MessageList } from './messages/message-list.tsx'
import { type UnreadRange } from './messages/message-rows.ts'
import { useMessagePreview } from './messages/message-preview.ts'
import styles from './conversation-pane.module.css'
import { useChat } from './use-chat.ts'
import { useTypingUsers } from './messages/typing.ts'
import { useComposer } from './messages/use-composer.ts'

export type ConversationPaneProps = {
  conversation: Conversation
  /** Seq of a message to show, from a search. */
  atSeq?: number | undefined
  head?: ReactNode
  extraItems?: MessageActions['extraItems']
  /** Creators who were asked and join a project's chat later, to write to directly until then. */
  askedCreators?: readonly UserSummary[] | undefined
}

/**
 * Renders one conversation: messages, typing indicator and composer, which a chat without other readers does not have.
 * Use the conversation's id as its key. */
export function ConversationPane({ conversation, atSeq, head, extraItems, askedCreators = [] }: ConversationPaneProps) {
  const t = useTranslations('conversations')
  const previewOf = useMessagePreview()
  const chat = useChat(conversation)
  const { sync, state, outgoing, users } = chat
  const title = useConversationTitle()(conversation)
  const uploads = useAssetUploads(`chat.${conversation.id}`, 'chat')
  const composer = useComposer({ chat, uploads })

  const ready = state.status === 'ready'
  const [unreadRange, setUnreadRange] = useState<UnreadRange>()
  if (ready && !unreadRange) setUnreadRange({ after: conversation.read, upTo: state.timeline.tail.cursor })
  useEffect(() => {
    if (ready && atSeq !== undefined) void sync.goTo(atSeq)
  }, [ready, atSeq, sync])

  const isWaiting = isWithoutReaders(conversation)
  const writeDirectly = isWaiting && askedCreators.length > 0 && (
    <Inline>
      {askedCreators.map(({ id, name }) => (
        <Button key={id} icon="message" href={directConversationUrl(id)}>
          {t('project.none.write', { name })}
        </Button>
      ))}
    </Inline>
  )
  const empty = ready && state.timeline.tail.messages.length === 0 && outgoing.length === 0
  return (
    <div className={styles.pane}>
      {head}
      <div className={styles.middle}>
        {state.status === 'loading' && <SkeletonRows count={4} label={t('thread.loading')} />}
        {state.status === 'failed' && (
          <QueryError problem={state.problem} errorTitle={t('thread.failed')} retry={() => void sync.resume()} />
        )}
        {empty && (
          <EmptyState
            compact
            icon="message"
            title={conversation.members.length === 0 ? t('nobody') : t('thread.empty.title')}
            text={t(emptyTextKey(conversation))}
            actions={writeDirectly || undefined}
          />
        )}
        {unreadRange && !empty && (
          <MessageList
            conversationId={conversation.id}
            title={title}
            sync={sync}
            state={state}
            outgoing={outgoing}
            users={users}
            unreadRange={unreadRange}
            foundSeq={atSeq}
            actions={{ ...composer.actions, extraItems }}
            outgoingActions={composer.outgoingActions}
          />
        )}
      </div>
      {ready && !empty && isWaiting && (
        <div className={styles.note}>
          <p>{t('thread.empty.waiting')}</p>
          {writeDirectly}
        </div>
      )}
      {!isWaiting && <SharedFiles onAttach={uploads.add} />}
      <TypingIndicator conversationId={conversation.id} />
      {!isWaiting && (
        <Composer
          title={title}
          draft={composer.draft}
          onDraft={composer.changeDraft}
          onSend={() => void composer.send()}
          onCancel={composer.cancel}
          onEditLast={composer.editLast}
          context={composer.context && toComposerContext(composer.context, users, previewOf, t)}
          busy={composer.busy}
          field={composer.field}
          uploads={uploads}
        />
      )}
      <NewMessageAnnouncer timeline={state.timeline} users={users} />
      <DeleteMessageDialog message={composer.removing} onClose={composer.cancelRemove} onDone={composer.onRemoved} />
    </div>
  )
}

function toComposerContext(
  context: { kind: 'reply' | 'edit'; message: Pick<TimelineMessage, 'by' | 'text' | 'attachments'> | undefined },
  users: ReadonlyMap<string, { name: string }>,
  previewOf: ReturnType<typeof useMessagePreview>,
  t: ReturnType<typeof useTranslations<'conversations'>>,
): { kind: 'reply' | 'edit'; text: string } {
  if (context.kind === 'edit' || !context.message) return { kind: context.kind, text: t('editing') }
  const name = users.get(context.message.by)?.name ?? ''
  return { kind: 'reply', text: t('reply-to', { name, text: previewOf(context.message) }) }
}

/** Returns whether a project's chat has no other readers yet, because no creator has joined it. */
function isWithoutReaders({ kind, members }: Conversation): boolean {
  return kind === 'project' && members.length === 0
}

/** Shows who is typing; keeps its space when no one is, so that the layout does not shift. */
export function TypingIndicator({ conversationId }: { conversationId: string }) {
  const t = useTranslations('conversations')
  const typingUsers = useTypingUsers(conversationId)
  const [first] = typingUsers
  return (
    <p className={styles.typing} aria-live="polite">
      {first &&
        (typingUsers.length === 1
          ? t('typing.one', { name: first.name })
          : t('typing.many', { count: typingUsers.length }))}
    </p>
  )
}

/** Returns the message key of what to do in an empty chat. The members are the others. */
function emptyTextKey(conversation: Conversation) {
  if (conversation.kind === 'direct') return 'thread.empty.text'
  return isWithoutReaders(conversation) ? 'thread.empty.waiting' : 'thread.empty.project'
}
