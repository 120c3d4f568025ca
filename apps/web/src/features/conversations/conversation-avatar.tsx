import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import styles from './conversation-avatar.module.css'

type Props = { conversation: Pick<Conversation, 'kind' | 'members'>; title: string }

/** Shows which conversation it is at a glance: a project as a square with its icon, people as their round avatar. */
export function ConversationAvatar({ conversation: { kind, members }, title }: Props) {
  if (kind === 'project') {
    return (
      <span className={styles.project} aria-hidden="true">
        <Icon name="projects" size={18} />
      </span>
    )
  }
  const [member, ...others] = members
  const shown = member && others.length === 0 ? member : { name: title, avatar: null }
  return <Avatar name={shown.name} src={shown.avatar} size="medium" />
}
