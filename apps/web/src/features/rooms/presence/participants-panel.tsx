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
import { useTranslations } from '../../../lib/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { UserChip } from '../../../components/user-chip.tsx'
import { ProblemBanner } from '../../../components/problem-banner.tsx'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { InviteButton } from '../access/invite-button.tsx'
import { RemovedUsers } from '../access/removed-users.tsx'
import { type CanInRoom } from '../access/use-room-actions.ts'
import { type RoomSession } from '../connection/room-session.ts'
import { maxMeshParticipants } from '../voice/voice-mesh.ts'
import { useConnectionState } from '../connection/use-room-session.ts'
import { type People, type Person, type PersonAction, usePeople } from './use-people.ts'
import styles from '../room.module.css'

type Props = {
  room: Room
  session: RoomSession
  canvas: RoomCanvas | undefined
  can: CanInRoom
  following: number | undefined
  follow: (slot: number | undefined) => void
}

/** Lists the users inside, who is speaking, and the actions on them. */
export function ParticipantsPanel(props: Props) {
  const { room, session, can } = props
  const t = useTranslations('rooms')
  const announce = (title: string) => snackbars.add({ title, tone: 'success' })
  const people = usePeople({ ...props, announce })
  const [userToRemove, setUserToRemove] = useState<Pick<Person, 'userId' | 'name'>>()
  const inside = people.list(setUserToRemove)
  const { participants } = useConnectionState(session)
  const voiceCount = Array.from(participants.values()).filter(({ voice }) => voice).length

  function close() {
    people.removing.reset()
    setUserToRemove(undefined)
  }

  return (
    <Stack gap={4}>
      <Inline justify="between" wrap>
        <span className={styles.quiet} role="status">
          {t('people.here', { count: inside.length })}
        </span>
        {people.gather && (
          <Button size="small" kind="quiet" icon="people" onClick={people.gather}>
            {t('people.gather')}
          </Button>
        )}
      </Inline>
      <ul className={styles.users} aria-label={t('tab.people')}>
        {inside.map((person) => (
          <li key={person.userId} className={styles.user} data-speaking={person.isSpeaking || undefined}>
            <UserChip user={person} detail={person.details} />
            <span className={styles.states}>
              {person.isSpeaking && <Chip tone="success">{t('people.speaking')}</Chip>}
              {person.voice === 'silenced' && <Chip tone="warning">{t('people.silenced')}</Chip>}
              {person.voice === 'muted' && <Chip>{t('people.muted')}</Chip>}
              {!person.isSelf && (
                <Menu
                  label={t('people.more', { name: person.name })}
                  align="end"
                  items={person.actions.map(toMenuItem)}
                >
                  {(trigger) => (
                    <IconButton {...trigger} icon="more" label={t('people.more', { name: person.name })} size="small" />
                  )}
                </Menu>
              )}
            </span>
            {!person.isSelf && <VolumeSlider person={person} people={people} />}
          </li>
        ))}
      </ul>
      {voiceCount > maxMeshParticipants && (
        <p className={styles.quiet}>{t('voice.many', { most: maxMeshParticipants })}</p>
      )}
      {room.voiceReach === 'network' && <p className={styles.quiet}>{t('voice.network')}</p>}
      <ProblemBanner problem={people.roleProblem} />
      {can('invite') && <InviteButton roomId={room.id} />}
      {can('moderate') && <RemovedUsers room={room} />}
      <Dialog
        open={userToRemove !== undefined}
        onClose={close}
        title={t('people.remove.title', { name: userToRemove?.name ?? '' })}
        text={t('people.remove.text')}
        actions={
          <Button
            kind="danger"
            busy={people.removing.busy}
            onClick={() => userToRemove && void people.remove(userToRemove).then((removed) => removed && close())}
          >
            {t('people.remove', { name: userToRemove?.name ?? '' })}
          </Button>
        }
      >
        <ProblemBanner problem={people.removing.problem} />
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
} as const satisfies Record<PersonAction['id'], IconName | undefined>

function toMenuItem({ id, label, chosen, run }: PersonAction): MenuItem {
  const icon = id === 'follow' && chosen ? 'eye-off' : icons[id]
  return { id, label, onPress: run, ...(icon ? { icon } : {}), ...(id === 'remove' ? { danger: true } : {}) }
}

function VolumeSlider({ person: { userId, name }, people }: { person: Person; people: People }) {
  const t = useTranslations('rooms')
  return (
    <input
      type="range"
      className={styles.volume}
      aria-label={t('people.volume', { name })}
      min={0}
      max={2}
      step={0.05}
      value={people.volumeOf(userId)}
      onChange={(event) => people.setVolume(userId, Number(event.target.value))}
    />
  )
}
