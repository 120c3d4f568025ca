import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { ConversationAvatar } from './conversation-avatar.tsx'
import { useConversationKindText, useConversationTitle } from './conversation-title.ts'
import styles from './conversation-header.module.css'

/** Renders the title, kind and members of a conversation, with a link to the project or profile. */
export function ConversationHeader({ conversation }: { conversation: Conversation }) {
  const t = useTranslations('conversations')
  const kindText = useConversationKindText()
  const title = useConversationTitle()(conversation)
  const [other] = conversation.members
  return (
    <header className={styles.head}>
      <span className={styles.back}>
        <IconButton icon="chevron-start" label={t('back')} href="/messages" />
      </span>
      <ConversationAvatar conversation={conversation} title={title} />
      <div className={styles.text}>
        <h2 className={styles.title}>
          <bdi>{title}</bdi>
        </h2>
        <p className={styles.detail}>{kindText(conversation)}</p>
      </div>
      {conversation.kind === 'project' ? (
        <Button size="small" href={`/projects/${conversation.project.id}`}>
          {t('to-project')}
        </Button>
      ) : (
        other?.hasPage && (
          <Button size="small" href={`/talent/${other.id}`}>
            {t('to-profile')}
          </Button>
        )
      )}
    </header>
  )
}
