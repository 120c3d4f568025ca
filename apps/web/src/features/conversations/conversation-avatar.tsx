import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import styles from './conversation-avatar.module.css'

type Props = { conversation: Pick<Conversation, 'kind' | 'members'>; title: string }

/** Shows which conversation it is at a glance: a project as a square with its icon, a user as their round avatar. */
export function ConversationAvatar({ conversation: { kind, members }, title }: Props) {
  const [member, ...others] = members
  const only = others.length === 0 ? member : undefined
  if (kind === 'direct') return <Avatar name={only?.name ?? title} src={only?.avatar} size="medium" />
  return (
    <span className={styles.project} aria-hidden="true">
      <Icon name="projects" size={18} />
      {only && (
        <span className={styles.member}>
          <Avatar name={only.name} src={only.avatar} size="tiny" />
        </span>
      )}
    </span>
  )
}
