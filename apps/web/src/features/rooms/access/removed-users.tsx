import { changeRoomRole, readRoom } from '@veranda/contract/rooms/routes.ts'
import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useId } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { UserChip } from '../../../components/user-chip.tsx'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import styles from '../room.module.css'

/** Lists removed users, each with a button that lets them back in as a guest. */
export function RemovedUsers({ room }: { room: Room }) {
  const t = useTranslations('rooms')
  const title = useId()
  const restore = useCommand(changeRoomRole, { invalidates: [readRoom] })
  if (room.removedUsers.length === 0) return null

  async function restoreUser(userId: string, name: string) {
    const outcome = await restore.run({ params: { id: room.id, userId }, body: { role: 'guest' } })
    if (outcome.ok) snackbars.add({ title: t('users.restore.done', { name }), tone: 'success' })
  }

  return (
    <Stack gap={3}>
      <h3 id={title} className={styles.quiet}>
        {t('users.removed')}
      </h3>
      <ul className={styles.users} aria-labelledby={title}>
        {room.removedUsers.map((user) => (
          <li key={user.id} className={styles.user}>
            <UserChip user={user} />
            <Button size="small" kind="quiet" busy={restore.busy} onClick={() => void restoreUser(user.id, user.name)}>
              {t('users.restore', { name: user.name })}
            </Button>
          </li>
        ))}
      </ul>
      <ProblemBanner problem={restore.problem} />
    </Stack>
  )
}
