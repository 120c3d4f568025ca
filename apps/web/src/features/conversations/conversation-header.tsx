import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { useFormat } from '../../lib/format.ts'
import { useTranslations } from '../../lib/i18n.ts'
import { conversationAvatar, conversationTitle } from './conversation-title.ts'
import styles from './conversation-header.module.css'

/** Renders the title and members of a conversation, with a link to the project or profile. */
export function ConversationHeader({ conversation }: { conversation: Conversation }) {
  const t = useTranslations('conversations')
  const format = useFormat()
  const title = conversationTitle(conversation, t('nobody'))
  const avatar = conversationAvatar(conversation, title)
  const [other] = conversation.members
  const names = conversation.members.map((member) => member.name)
  return (
    <header className={styles.head}>
      <span className={styles.back}>
        <IconButton icon="chevron-start" label={t('back')} href="/messages" />
      </span>
      <Avatar name={avatar.name} src={avatar.avatar} />
      <div className={styles.text}>
        <h2 className={styles.title}>
          <bdi>{title}</bdi>
        </h2>
        <p className={styles.detail}>
          {conversation.kind === 'project' ? (names.length > 0 ? format.list(names) : t('nobody')) : t('direct')}
        </p>
      </div>
      {conversation.project ? (
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
