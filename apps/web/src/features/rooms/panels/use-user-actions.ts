import { changeRoomRole, readRoom, removeRoomUser } from '@veranda/contract/rooms/routes.ts'
import { useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useStore } from '../../../lib/store.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { useProblemText } from '../../../components/use-problem-text.ts'
import { type RoomSession } from '../connection/room-session.ts'
import { type UserActions } from './user-panels.ts'

type UserActionsOptions = {
  roomId: string
  session: RoomSession
  following: number | undefined
  follow: (slot: number | undefined) => void
  announce: (text: string) => void
  /** Called after a user was removed. */
  onRemoved: () => void
}

/** Provides the actions on users from inside a headset, with the same commands as on the page. */
export function useUserActions({
  roomId,
  session,
  following,
  follow,
  announce,
  onRemoved,
}: UserActionsOptions): UserActions {
  const t = useTranslations('rooms')
  const problemText = useProblemText()
  const { user } = useSession()
  const speaking = useStore(session.speaking)
  // The voices keep the volumes and notify no one, so re-render after a change.
  const [, rerender] = useState(0)
  const changeRole = useCommand(changeRoomRole, { invalidates: [readRoom] })
  const remove = useCommand(removeRoomUser, { invalidates: [readRoom] })

  async function setHost(userId: string, host: boolean) {
    const body = { role: host ? ('host' as const) : ('guest' as const) }
    const outcome = await changeRole.run({ params: { id: roomId, userId }, body })
    if (!outcome.ok) announce(problemText(outcome.problem))
  }

  async function removeUser(userId: string) {
    const name = Array.from(session.connection.state.get().participants.values()).find(
      (participant) => participant.userId === userId,
    )?.displayName
    const outcome = await remove.run({ params: { id: roomId, userId } })
    if (outcome.ok) onRemoved()
    announce(outcome.ok ? t('people.remove.done', { name: name ?? '' }) : problemText(outcome.problem))
  }

  return {
    ownUserId: user?.id,
    following,
    follow,
    speaking,
    volume: (userId) => session.voicePlayback.volume(userId),
    setVolume(userId, volume) {
      session.voicePlayback.setVolume(userId, volume)
      rerender(volume)
    },
    gather() {
      if (session.connection.send({ name: 'gather' })) announce(t('people.gather.done'))
    },
    silence: (userId, silenced) => void session.connection.send({ name: 'silence', userId, silenced }),
    setHost: (userId, host) => void setHost(userId, host),
    remove: (userId) => void removeUser(userId),
  }
}
