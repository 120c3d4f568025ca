import { readConversation } from '@veranda/contract/conversations/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useRead } from '../../lib/api/query.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { QueryBoundary } from '../../components/page/query-boundary.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { ConversationPane } from './conversation-pane.tsx'

/** Renders a conversation by its id, or a message if it is not found. */
export function ConversationView({ id, atSeq }: { id: string; atSeq: number | undefined }) {
  const t = useTranslations('conversations')
  const read = useRead(readConversation, { params: { id } })
  return (
    <QueryBoundary
      query={read}
      skeleton={<SkeletonRows count={5} label={t('thread.loading')} />}
      errorTitle={t('thread.failed')}
      notFound={
        <EmptyState
          compact
          icon="message"
          title={t('thread.absent.title')}
          text={t('thread.absent.text')}
          actions={<Button href="/messages">{t('back')}</Button>}
        />
      }
    >
      {(conversation) => (
        <ConversationPane
          key={id}
          conversation={conversation}
          atSeq={atSeq}
          head={<ConversationHeader conversation={conversation} />}
        />
      )}
    </QueryBoundary>
  )
}
