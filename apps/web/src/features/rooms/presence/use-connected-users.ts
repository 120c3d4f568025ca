import { changeRoomRole, readRoom, removeRoomUser } from '@veranda/contract/rooms/routes.ts'
import { type RoomParticipant } from '@veranda/contract/rooms/connection/messages.ts'
import { type Room } from '@veranda/contract/rooms/schemas.ts'
import { useState } from 'react'
import { type Problem } from '../../../lib/api/problem.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useStore } from '../../../lib/store.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type RoomCanvas } from '../../../three/room/room-canvas.ts'
import { type CanInRoom } from '../access/use-room-actions.ts'
import { type RoomParticipation } from '../connection/room-participation.ts'
import { useRoomConnectionState } from '../connection/use-room-participation.ts'
import { groupByUser } from './connected-users.ts'

type ConnectedUsersOptions = {
  room: Room
  participation: RoomParticipation
  canvas: Pick<RoomCanvas, 'joinParticipant'> | undefined
  can: CanInRoom
  following: number | undefined
  follow: (participantSlot: number | undefined) => void
  /** Announces a completed action. */
  announce: (text: string) => void
  /** Called with the refusal of an action. */
  onRefused?: (problem: Problem) => void
}

/** Something the user may do with another user inside; `remove` needs a confirmation first. */
export type UserAction = {
  readonly id: 'go' | 'follow' | 'silence' | 'role' | 'remove'
  readonly label: string
  /** The action is on, as following someone is. */
  readonly chosen: boolean
  readonly run: () => void
}

/** A user inside, with all their devices as one. */
export type ConnectedUser = {
  readonly userId: string
  readonly name: string
  readonly avatar: string | null
  readonly isSelf: boolean
  readonly isSpeaking: boolean
  readonly voice: 'speaking' | 'silenced' | 'muted' | 'open'
  /** Role and devices. */
  readonly details: string
  /** Empty for the user themselves. */
  readonly actions: readonly UserAction[]
}

/**
 * Range of a user's volume, where 1 is unchanged, with the step of a slider and the larger one of a button that is
 * pressed in the scene.
 */
export const voiceVolume = { min: 0, max: 2, step: 0.05, pressStep: 0.25 } as const

export type ConnectedUsers = ReturnType<typeof useConnectedUsers>

/**
 * The users inside: who they are, who is speaking, and what the user may do with them. Drawn by the page as a list with
 * menus and in the scene as panels.
 */
export function useConnectedUsers({
  room,
  participation,
  canvas,
  can,
  following,
  follow,
  announce,
  onRefused,
}: ConnectedUsersOptions) {
  const t = useTranslations('rooms')
  const format = useFormat()
  const { user } = useSession()
  const { participants } = useRoomConnectionState(participation)
  const speaking = useStore(participation.speaking)
  // The voices keep the volumes and notify no one, so render again after a change.
  const [, renderVolume] = useState(0)
  const changeRole = useCommand(changeRoomRole, { invalidates: [readRoom] })
  const removeUser = useCommand(removeRoomUser, { invalidates: [readRoom] })

  async function setRole({ userId }: RoomParticipant, role: RoomParticipant['role']) {
    const outcome = await changeRole.run({ params: { id: room.id, userId }, body: { role } })
    if (!outcome.ok) onRefused?.(outcome.problem)
  }

  /** Removes a user from the room; resolves to false if that was refused. */
  async function remove({ userId, name }: Pick<ConnectedUser, 'userId' | 'name'>): Promise<boolean> {
    const outcome = await removeUser.run({ params: { id: room.id, userId } })
    if (outcome.ok) announce(t('users.remove.done', { name }))
    else onRefused?.(outcome.problem)
    return outcome.ok
  }

  function actionsOn(participant: RoomParticipant, askToRemove: () => void): UserAction[] {
    const { participantSlot, displayName: name, userId, silenced, role } = participant
    const isFollowing = following === participantSlot
    const go: UserAction = {
      id: 'go',
      label: t('users.go', { name }),
      chosen: false,
      run: () => canvas?.joinParticipant(participantSlot),
    }
    const followThem: UserAction = {
      id: 'follow',
      label: t(isFollowing ? 'users.unfollow' : 'users.follow', { name }),
      chosen: isFollowing,
      run: () => follow(isFollowing ? undefined : participantSlot),
    }
    const allowed = room.users.find((one) => one.user.id === userId)?.actions ?? []
    const silence: UserAction = {
      id: 'silence',
      label: t(silenced ? 'users.unsilence' : 'users.silence', { name }),
      chosen: false,
      run: () => void participation.connection.send({ name: 'silence', userId, silenced: !silenced }),
    }
    const otherRole = role === 'host' ? 'guest' : 'host'
    const changeRoleAction: UserAction = {
      id: 'role',
      label: t(`users.make-${otherRole}`, { name }),
      chosen: false,
      run: () => void setRole(participant, otherRole),
    }
    const removeAction: UserAction = {
      id: 'remove',
      label: t('users.remove', { name }),
      chosen: false,
      run: askToRemove,
    }
    return [
      go,
      followThem,
      ...(allowed.includes('silence') ? [silence] : []),
      ...(allowed.includes('change-role') ? [changeRoleAction] : []),
      ...(allowed.includes('remove') ? [removeAction] : []),
    ]
  }

  /** Returns everyone inside; `askToRemove` asks the user to confirm before `remove` is called. */
  function list(askToRemove: (user: Pick<ConnectedUser, 'userId' | 'name'>) => void): ConnectedUser[] {
    return groupByUser(participants).map(({ firstDevice, devices }) => {
      const { userId, displayName: name, avatar, silenced, role } = firstDevice
      const isSelf = userId === user?.id
      const isSpeaking = devices.some((one) => speaking.has(one.participantSlot) && !one.muted && !one.silenced)
      const quiet = silenced ? 'silenced' : devices.every(({ muted }) => muted) ? 'muted' : 'open'
      const deviceNames = format.list(devices.map(({ device }) => t(`device.${device}`)))
      return {
        userId,
        name,
        avatar,
        isSelf,
        isSpeaking,
        voice: isSpeaking ? 'speaking' : quiet,
        details: [...(isSelf ? [t('users.you')] : []), t(`users.${role}`), deviceNames].join(' · '),
        actions: isSelf ? [] : actionsOn(firstDevice, () => askToRemove({ userId, name })),
      }
    })
  }

  return {
    list,
    /** Asks everyone to come; undefined for users who may not. */
    gather: can('gather')
      ? () => {
          if (participation.connection.send({ name: 'gather' })) announce(t('users.gather.done'))
        }
      : undefined,
    remove,
    removing: { busy: removeUser.busy, problem: removeUser.problem, reset: removeUser.reset },
    roleProblem: changeRole.problem,
    volumeOf: (userId: string) => participation.voicePlayback.volume(userId),
    /** Sets the volume of a user, within `voiceVolume`. */
    setVolume(userId: string, volume: number) {
      const allowed = Math.min(voiceVolume.max, Math.max(voiceVolume.min, volume))
      participation.voicePlayback.setVolume(userId, allowed)
      renderVolume(allowed)
    },
  }
}
