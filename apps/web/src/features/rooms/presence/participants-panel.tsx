import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { type IconName } from '@veranda/ui/icon-paths.ts'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Menu } from '@veranda/ui/menu.tsx'
import { type MenuItem } from '@veranda/ui/menu-panel.tsx'
import { useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { UserChip } from '../../../components/user-chip.tsx'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { InviteButton } from '../access/invite-button.tsx'
import { RemovedUsers } from '../access/removed-users.tsx'
import { type CanInRoom } from '../access/use-room-actions.ts'
import { type RoomParticipation } from '../connection/room-participation.ts'
import { maxMeshParticipants } from '../voice/voice-mesh.ts'
import { useRoomConnectionState } from '../connection/use-room-participation.ts'
import {
  type ConnectedUser,
  type ConnectedUsers,
  type UserAction,
  useConnectedUsers,
  voiceVolume,
} from './use-connected-users.ts'
import styles from '../room.module.css'

type Props = {
  room: Room
  participation: RoomParticipation
  canvas: RoomCanvas | undefined
  can: CanInRoom
  following: number | undefined
  follow: (participantSlot: number | undefined) => void
}

/** Lists the users inside, who is speaking, and the actions on them. */
export function ParticipantsPanel(props: Props) {
  const { room, participation, can } = props
  const t = useTranslations('rooms')
  const announce = (title: string) => snackbars.add({ title, tone: 'success' })
  const users = useConnectedUsers({ ...props, announce })
  const [userToRemove, setUserToRemove] = useState<Pick<ConnectedUser, 'userId' | 'name'>>()
  const inside = users.list(setUserToRemove)
  const { participants } = useRoomConnectionState(participation)
  const voiceCount = Array.from(participants.values()).filter(({ voice }) => voice).length

  function close() {
    users.removing.reset()
    setUserToRemove(undefined)
  }

  return (
    <Stack gap={4}>
      <Inline justify="between" wrap>
        <span className={styles.quiet} role="status">
          {t('users.here', { count: inside.length })}
        </span>
        {users.gather && (
          <Button size="small" kind="quiet" icon="people" onClick={users.gather}>
            {t('users.gather')}
          </Button>
        )}
      </Inline>
      <ul className={styles.users} aria-label={t('tab.users')}>
        {inside.map((user) => (
          <li key={user.userId} className={styles.user} data-speaking={user.isSpeaking || undefined}>
            <UserChip user={user} detail={user.details} />
            <span className={styles.states}>
              {user.isSpeaking && <Chip tone="success">{t('users.speaking')}</Chip>}
              {user.voice === 'silenced' && <Chip tone="warning">{t('users.silenced')}</Chip>}
              {user.voice === 'muted' && <Chip>{t('users.muted')}</Chip>}
              {!user.isSelf && (
                <Menu label={t('users.more', { name: user.name })} align="end" items={user.actions.map(toMenuItem)}>
                  {(trigger) => (
                    <IconButton {...trigger} icon="more" label={t('users.more', { name: user.name })} size="small" />
                  )}
                </Menu>
              )}
            </span>
            {!user.isSelf && <VolumeSlider user={user} users={users} />}
          </li>
        ))}
      </ul>
      {voiceCount > maxMeshParticipants && (
        <p className={styles.quiet}>{t('voice.many', { max: maxMeshParticipants })}</p>
      )}
      {room.voiceReach === 'network' && <p className={styles.quiet}>{t('voice.network')}</p>}
      <ProblemBanner problem={users.roleProblem} />
      {can('invite') && <InviteButton roomId={room.id} />}
      {can('moderate') && <RemovedUsers room={room} />}
      <Dialog
        open={userToRemove !== undefined}
        onClose={close}
        title={t('users.remove.title', { name: userToRemove?.name ?? '' })}
        text={t('users.remove.text')}
        actions={
          <Button
            kind="danger"
            busy={users.removing.busy}
            onClick={() => userToRemove && void users.remove(userToRemove).then((removed) => removed && close())}
          >
            {t('users.remove', { name: userToRemove?.name ?? '' })}
          </Button>
        }
      >
        <ProblemBanner problem={users.removing.problem} />
      </Dialog>
    </Stack>
  )
}

const icons = {
  go: 'user',
  follow: 'eye',
  silence: undefined,
  role: 'shield',
  remove: 'logout',
} as const satisfies Record<UserAction['id'], IconName | undefined>

function toMenuItem({ id, label, chosen, run }: UserAction): MenuItem {
  const icon = id === 'follow' && chosen ? 'eye-off' : icons[id]
  return { id, label, onPress: run, ...(icon ? { icon } : {}), ...(id === 'remove' ? { danger: true } : {}) }
}

function VolumeSlider({ user: { userId, name }, users }: { user: ConnectedUser; users: ConnectedUsers }) {
  const t = useTranslations('rooms')
  return (
    <input
      type="range"
      className={styles.volume}
      aria-label={t('users.volume', { name })}
      min={voiceVolume.min}
      max={voiceVolume.max}
      step={voiceVolume.step}
      value={users.volumeOf(userId)}
      onChange={(event) => users.setVolume(userId, Number(event.target.value))}
    />
  )
}
