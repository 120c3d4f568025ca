import { listConversations } from '@veranda/contract/conversations/routes.ts'
import { conversationUrl, directConversationUrl } from '@veranda/core/conversation-url.ts'
import { type UserSummary } from '@veranda/contract/shared-schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useRead } from '../../lib/api/query.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { QueryBoundary } from '../../components/page/query-boundary.tsx'
import styles from './project-chat.module.css'
import { ConversationPane, type ConversationPaneProps } from './conversation-pane.tsx'

type ProjectChatProps = {
  projectId: string
  /** The client, for a creator who was asked and has no part in the chat yet. */
  client?: UserSummary | undefined
} & Pick<ConversationPaneProps, 'atSeq' | 'extraItems' | 'askedCreators'>

/** Renders the chat of a project, the same as on the messages screen. */
export function ProjectChat({ projectId, client, ...rest }: ProjectChatProps) {
  const t = useTranslations('conversations')
  const read = useRead(listConversations, { query: { projectId } })
  return (
    <QueryBoundary
      query={read}
      skeleton={<SkeletonRows count={4} label={t('thread.loading')} />}
      errorTitle={t('thread.failed')}
    >
      {({ items: [conversation] }) =>
        conversation ? (
          <div className={styles.chat}>
            <ConversationPane
              key={conversation.id}
              conversation={conversation}
              {...rest}
              head={
                <div className={styles.head}>
                  <span>{t('project')}</span>
                  <Link href={conversationUrl(conversation)}>{t('project.all')}</Link>
                </div>
              }
            />
          </div>
        ) : (
          <EmptyState
            compact
            icon="message"
            title={t('project.none.title')}
            text={client ? t('project.none.text', { name: client.name }) : undefined}
            actions={
              client && (
                <Button icon="message" href={directConversationUrl(client.id)}>
                  {t('project.none.write', { name: client.name })}
                </Button>
              )
            }
          />
        )
      }
    </QueryBoundary>
  )
}
