import { changeRoomRole, readRoom, removeRoomUser } from '@veranda/contract/rooms/routes.ts'
import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { type RoomParticipant } from '@veranda/contract/rooms/connection/messages.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Menu } from '@veranda/ui/menu.tsx'
import { type MenuItem } from '@veranda/ui/menu-panel.tsx'
import { useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useStore } from '../../../lib/store.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { UserChip } from '../../../components/user-chip.tsx'
import { ProblemBanner } from '../../../components/problem-banner.tsx'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { InviteButton } from '../access/invite-button.tsx'
import { groupByUser } from './connected-users.ts'
import { RemovedUsers } from '../access/removed-users.tsx'
import { type RoomSession } from '../connection/room-session.ts'
import { maxMeshParticipants } from '../voice/voice-mesh.ts'
import { useConnectionState } from '../connection/use-room-session.ts'
import styles from '../room.module.css'

type Props = {
  room: Room
  session: RoomSession
  canvas: RoomCanvas | undefined
  userId: string | undefined
  isHost: boolean
  following: number | undefined
  onFollow: (slot: number | undefined) => void
}

/** Lists the users inside, who is speaking, and the actions on them. */
export function ParticipantsPanel({ room, session, canvas, userId, isHost, following, onFollow }: Props) {
  const t = useTranslations('rooms')
  const { participants } = useConnectionState(session)
  const speaking = useStore(session.speaking)
  const users = groupByUser(participants)
  const voiceCount = Array.from(participants.values()).filter(({ voice }) => voice).length
  const [userToRemove, setUserToRemove] = useState<RoomParticipant>()
  const changeRole = useCommand(changeRoomRole, { invalidates: [readRoom] })
  const remove = useCommand(removeRoomUser, {
    invalidates: [readRoom],
    onDone: () => {
      snackbars.add({ title: t('people.remove.done', { name: userToRemove?.displayName ?? '' }), tone: 'success' })
      setUserToRemove(undefined)
    },
  })

  function gather() {
    if (session.connection.send({ name: 'gather' })) snackbars.add({ title: t('people.gather.done'), tone: 'success' })
  }

  function itemsFor({ slot, displayName: name, userId, silenced, role }: RoomParticipant): MenuItem[] {
    const party = room.users.some((user) => user.user.id === userId && user.party !== null)
    const menuItems: MenuItem[] = [
      { id: 'go', label: t('people.go', { name }), icon: 'user', onPress: () => canvas?.joinParticipant(slot) },
      following === slot
        ? { id: 'follow', label: t('people.unfollow', { name }), icon: 'eye-off', onPress: () => onFollow(undefined) }
        : { id: 'follow', label: t('people.follow', { name }), icon: 'eye', onPress: () => onFollow(slot) },
    ]
    if (!isHost) return menuItems
    const other = role === 'host' ? 'guest' : 'host'
    const silence: MenuItem = {
      id: 'silence',
      label: t(silenced ? 'people.unsilence' : 'people.silence', { name }),
      onPress: () => session.connection.send({ name: 'silence', userId, silenced: !silenced }),
    }
    if (party) return [...menuItems, silence]
    return [
      ...menuItems,
      silence,
      {
        id: 'role',
        label: t(`people.make-${other}`, { name }),
        icon: 'shield',
        onPress: () => void changeRole.run({ params: { id: room.id, userId }, body: { role: other } }),
      },
      {
        id: 'remove',
        label: t('people.remove', { name }),
        icon: 'logout',
        danger: true,
        onPress: () => setUserToRemove(participants.get(slot)),
      },
    ]
  }

  return (
    <Stack gap={4}>
      <Inline justify="between" wrap>
        <span className={styles.quiet} role="status">
          {t('people.here', { count: users.length })}
        </span>
        {isHost && (
          <Button size="small" kind="quiet" icon="people" onClick={gather}>
            {t('people.gather')}
          </Button>
        )}
      </Inline>
      <ul className={styles.users} aria-label={t('tab.people')}>
        {users.map(({ firstDevice, devices }) => (
          <li
            key={firstDevice.userId}
            className={styles.user}
            data-speaking={isSpeaking(devices, speaking) || undefined}
          >
            <UserChip
              user={{ name: firstDevice.displayName, avatar: firstDevice.avatar }}
              detail={
                <>
                  {firstDevice.userId === userId ? `${t('people.you')} · ` : ''}
                  {t(`people.${firstDevice.role}`)} · {devices.map(({ device }) => t(`device.${device}`)).join(', ')}
                </>
              }
            />
            <span className={styles.states}>
              {isSpeaking(devices, speaking) && <Chip tone="success">{t('people.speaking')}</Chip>}
              {firstDevice.silenced ? (
                <Chip tone="warning">{t('people.silenced')}</Chip>
              ) : (
                devices.every(({ muted }) => muted) && <Chip>{t('people.muted')}</Chip>
              )}
              {firstDevice.userId !== userId && (
                <Menu
                  label={t('people.more', { name: firstDevice.displayName })}
                  align="end"
                  items={itemsFor(firstDevice)}
                >
                  {(trigger) => (
                    <IconButton
                      {...trigger}
                      icon="more"
                      label={t('people.more', { name: firstDevice.displayName })}
                      size="small"
                    />
                  )}
                </Menu>
              )}
            </span>
            {firstDevice.userId !== userId && <VolumeSlider session={session} participant={firstDevice} />}
          </li>
        ))}
      </ul>
      {voiceCount > maxMeshParticipants && (
        <p className={styles.quiet}>{t('voice.many', { most: maxMeshParticipants })}</p>
      )}
      {room.voiceReach === 'network' && <p className={styles.quiet}>{t('voice.network')}</p>}
      <ProblemBanner problem={changeRole.problem} />
      {isHost && <InviteButton roomId={room.id} />}
      {isHost && <RemovedUsers room={room} />}
      <Dialog
        open={userToRemove !== undefined}
        onClose={() => setUserToRemove(undefined)}
        title={t('people.remove.title', { name: userToRemove?.displayName ?? '' })}
        text={t('people.remove.text')}
        actions={
          <Button
            kind="danger"
            busy={remove.busy}
            onClick={() => userToRemove && void remove.run({ params: { id: room.id, userId: userToRemove.userId } })}
          >
            {t('people.remove', { name: userToRemove?.displayName ?? '' })}
          </Button>
        }
      >
        <ProblemBanner problem={remove.problem} />
      </Dialog>
    </Stack>
  )
}

function isSpeaking(devices: readonly RoomParticipant[], speaking: ReadonlySet<number>): boolean {
  return devices.some(({ slot, muted, silenced }) => speaking.has(slot) && !muted && !silenced)
}

function VolumeSlider({ session, participant }: { session: RoomSession; participant: RoomParticipant }) {
  const t = useTranslations('rooms')
  const [volume, setVolume] = useState(() => session.voicePlayback.volume(participant.userId))
  return (
    <input
      type="range"
      className={styles.volume}
      aria-label={t('people.volume', { name: participant.displayName })}
      min={0}
      max={2}
      step={0.05}
      value={volume}
      onChange={(event) => {
        const next = Number(event.target.value)
        setVolume(next)
        session.voicePlayback.setVolume(participant.userId, next)
      }}
    />
  )
}
