import { changeRoomPerson, readRoom, removeRoomPerson } from '@veranda/contract/rooms/routes.ts'
import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { type RoomMember } from '@veranda/contract/rooms/wire.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Line, Stack } from '@veranda/ui/layout.tsx'
import { Menu } from '@veranda/ui/menu.tsx'
import { type MenuItem } from '@veranda/ui/menu-panel.tsx'
import { useState } from 'react'
import { useCommand } from '../../lib/command.ts'
import { useStore } from '../../lib/store.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { PersonChip } from '../../parts/person-chip.tsx'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { type RoomStage } from '../../parts/room-stage.ts'
import { InviteButton } from './invite-button.tsx'
import { peopleOf } from './people-inside.ts'
import { PeopleRemoved } from './people-removed.tsx'
import { type RoomSession } from './room-session.ts'
import { mostInMesh } from './voice.ts'
import { useLine } from './use-room-session.ts'
import styles from './room.module.css'

type Props = {
  room: Room
  session: RoomSession
  stage: RoomStage | undefined
  userId: string | undefined
  mayHost: boolean
  following: number | undefined
  onFollow: (slot: number | undefined) => void
}

/** Who is here, who speaks, and what one may do with them. */
export function PeoplePanel({ room, session, stage, userId, mayHost, following, onFollow }: Props) {
  const t = useWords('rooms')
  const { members } = useLine(session)
  const speaking = useStore(session.speaking)
  const people = peopleOf(members)
  const voices = Array.from(members.values()).filter(({ voice }) => voice).length
  const [leaving, setLeaving] = useState<RoomMember>()
  const change = useCommand(changeRoomPerson, { touches: [readRoom] })
  const remove = useCommand(removeRoomPerson, {
    touches: [readRoom],
    onDone: () => {
      snackbars.add({ title: t('people.remove.done', { name: leaving?.label ?? '' }), tone: 'success' })
      setLeaving(undefined)
    },
  })

  function gather() {
    if (session.line.say({ name: 'gather' })) snackbars.add({ title: t('people.gather.done'), tone: 'success' })
  }

  function itemsFor({ slot, label: name, personId, silenced, role }: RoomMember): MenuItem[] {
    const party = room.people.some((one) => one.person.id === personId && one.party !== null)
    const own: MenuItem[] = [
      { id: 'go', label: t('people.go', { name }), icon: 'user', onPress: () => stage?.joinPerson(slot) },
      following === slot
        ? { id: 'follow', label: t('people.unfollow', { name }), icon: 'eye-off', onPress: () => onFollow(undefined) }
        : { id: 'follow', label: t('people.follow', { name }), icon: 'eye', onPress: () => onFollow(slot) },
    ]
    if (!mayHost) return own
    const other = role === 'host' ? 'guest' : 'host'
    const silence: MenuItem = {
      id: 'silence',
      label: t(silenced ? 'people.unsilence' : 'people.silence', { name }),
      onPress: () => session.line.say({ name: 'silence', personId, silenced: !silenced }),
    }
    if (party) return [...own, silence]
    return [
      ...own,
      silence,
      {
        id: 'role',
        label: t(`people.make-${other}`, { name }),
        icon: 'shield',
        onPress: () => void change.run({ params: { id: room.id, personId }, body: { role: other } }),
      },
      {
        id: 'remove',
        label: t('people.remove', { name }),
        icon: 'logout',
        danger: true,
        onPress: () => setLeaving(members.get(slot)),
      },
    ]
  }

  return (
    <Stack gap={4}>
      <Line justify="between" wrap>
        <span className={styles.quiet} role="status">
          {t('people.here', { count: people.length })}
        </span>
        {mayHost && (
          <Button size="small" kind="quiet" icon="people" onClick={gather}>
            {t('people.gather')}
          </Button>
        )}
      </Line>
      <ul className={styles.people} aria-label={t('tab.people')}>
        {people.map(({ first, devices }) => (
          <li key={first.personId} className={styles.person} data-speaking={isSpeaking(devices, speaking) || undefined}>
            <PersonChip
              person={{ name: first.label, avatar: first.avatar }}
              detail={
                <>
                  {first.personId === userId ? `${t('people.you')} · ` : ''}
                  {t(`people.${first.role}`)} · {devices.map(({ device }) => t(`device.${device}`)).join(', ')}
                </>
              }
            />
            <span className={styles.states}>
              {isSpeaking(devices, speaking) && <Chip tone="success">{t('people.speaking')}</Chip>}
              {first.silenced ? (
                <Chip tone="warning">{t('people.silenced')}</Chip>
              ) : (
                devices.every(({ muted }) => muted) && <Chip>{t('people.muted')}</Chip>
              )}
              {first.personId !== userId && (
                <Menu label={t('people.more', { name: first.label })} align="end" items={itemsFor(first)}>
                  {(trigger) => (
                    <IconButton {...trigger} icon="more" label={t('people.more', { name: first.label })} size="small" />
                  )}
                </Menu>
              )}
            </span>
            {first.personId !== userId && <Volume session={session} member={first} />}
          </li>
        ))}
      </ul>
      {voices > mostInMesh && <p className={styles.quiet}>{t('voice.many', { most: mostInMesh })}</p>}
      {room.voiceReach === 'network' && <p className={styles.quiet}>{t('voice.network')}</p>}
      <ProblemBanner problem={change.problem} />
      {mayHost && <InviteButton roomId={room.id} />}
      {mayHost && <PeopleRemoved room={room} />}
      <Dialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={t('people.remove.title', { name: leaving?.label ?? '' })}
        text={t('people.remove.text')}
        actions={
          <Button
            kind="danger"
            busy={remove.busy}
            onClick={() => leaving && void remove.run({ params: { id: room.id, personId: leaving.personId } })}
          >
            {t('people.remove', { name: leaving?.label ?? '' })}
          </Button>
        }
      >
        <ProblemBanner problem={remove.problem} />
      </Dialog>
    </Stack>
  )
}

function isSpeaking(devices: readonly RoomMember[], speaking: ReadonlySet<number>): boolean {
  return devices.some(({ slot, muted, silenced }) => speaking.has(slot) && !muted && !silenced)
}

function Volume({ session, member }: { session: RoomSession; member: RoomMember }) {
  const t = useWords('rooms')
  const [volume, setVolume] = useState(() => session.voices.volume(member.personId))
  return (
    <input
      type="range"
      className={styles.volume}
      aria-label={t('people.volume', { name: member.label })}
      min={0}
      max={2}
      step={0.05}
      value={volume}
      onChange={(event) => {
        const next = Number(event.target.value)
        setVolume(next)
        session.voices.setVolume(member.personId, next)
      }}
    />
  )
}
