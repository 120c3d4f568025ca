import { listConversations } from '@veranda/contract/conversations/routes.ts'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { Reading } from '../../parts/reading.tsx'
import styles from './project-chat.module.css'
import { ThreadPane, type ThreadPaneProps } from './thread-pane.tsx'

type ProjectChatProps = { projectId: string } & Pick<ThreadPaneProps, 'at' | 'more'>

/** The chat of a project, the same as on the messages screen. */
export function ProjectChat({ projectId, ...rest }: ProjectChatProps) {
  const t = useWords('messages')
  const read = useRead(listConversations, { query: { projectId } })
  return (
    <Reading of={read} shape={<SkeletonRows count={4} label={t('thread.loading')} />} failed={t('thread.failed')}>
      {({ items: [conversation] }) =>
        conversation ? (
          <div className={styles.chat}>
            <ThreadPane
              key={conversation.id}
              conversation={conversation}
              {...rest}
              head={
                <div className={styles.head}>
                  <span>{t('project')}</span>
                  <Link href={`/messages?c=${conversation.id}`}>{t('project.all')}</Link>
                </div>
              }
            />
          </div>
        ) : (
          <EmptyState compact icon="message" title={t('project.none.title')} text={t('project.none.text')} />
        )
      }
    </Reading>
  )
}
