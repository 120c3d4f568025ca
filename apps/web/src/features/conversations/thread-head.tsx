import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { useFormat } from '../../lib/format.ts'
import { useSession } from '../../lib/session.ts'
import { useWords } from '../../lib/words.ts'
import { faceOf, titleOf } from './conversation-title.ts'
import styles from './thread-head.module.css'

/** Whose conversation this is, and the way to what it is about. */
export function ThreadHead({ conversation }: { conversation: Conversation }) {
  const t = useWords('messages')
  const format = useFormat()
  const title = titleOf(conversation, t('nobody'))
  const face = faceOf(conversation, title)
  const [person] = conversation.people
  const mayCreate = useSession().user?.role !== 'creator'
  const names = conversation.people.map((one) => one.name)
  return (
    <header className={styles.head}>
      <span className={styles.back}>
        <IconButton icon="chevron-start" label={t('back')} href="/messages" />
      </span>
      <Avatar name={face.name} src={face.avatar} />
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
        // Creators have a page; what the other is, only their own role hints at.
        person &&
        mayCreate && (
          <Button size="small" href={`/talent/${person.id}`}>
            {t('to-person')}
          </Button>
        )
      )}
    </header>
  )
}
