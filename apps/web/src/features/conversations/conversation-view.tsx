import { readConversation } from '@veranda/contract/conversations/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { Reading } from '../../parts/reading.tsx'
import { ThreadHead } from './thread-head.tsx'
import { ThreadPane } from './thread-pane.tsx'

/** A conversation by its id, or what stands there when it is not one's own. */
export function ConversationView({ id, at }: { id: string; at: number | undefined }) {
  const t = useWords('messages')
  const read = useRead(readConversation, { params: { id } })
  return (
    <Reading
      of={read}
      shape={<SkeletonRows count={5} label={t('thread.loading')} />}
      failed={t('thread.failed')}
      absent={
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
        <ThreadPane key={id} conversation={conversation} at={at} head={<ThreadHead conversation={conversation} />} />
      )}
    </Reading>
  )
}
