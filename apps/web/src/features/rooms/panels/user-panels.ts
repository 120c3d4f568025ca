import { type RoomParticipant } from '@veranda/contract/rooms/connection/messages.ts'
import { type PanelRow } from '../../../lib/panels/panel-model.ts'
import { groupByUser } from '../presence/connected-users.ts'
import { childPanel, type PanelContext, type ScenePanel } from './panel-context.ts'

/** Actions on users, and the state they depend on. */
export type UserActions = {
  readonly ownUserId: string | undefined
  readonly following: number | undefined
  readonly follow: (slot: number | undefined) => void
  readonly speaking: ReadonlySet<number>
  readonly volume: (userId: string) => number
  readonly setVolume: (userId: string, volume: number) => void
  readonly gather: () => void
  readonly silence: (userId: string, silenced: boolean) => void
  readonly setHost: (userId: string, host: boolean) => void
  readonly remove: (userId: string) => void
}

const maxVolume = 2

/** Builds the list of users inside. */
export function usersPanel(context: PanelContext, actions: UserActions): ScenePanel {
  const { t, connection, isHost } = context
  const users = groupByUser(connection.participants)
  const rows = users.map(({ firstDevice, devices }): PanelRow => {
    const isSelf = firstDevice.userId === actions.ownUserId
    const isSpeaking = devices.some(({ slot, muted, silenced }) => actions.speaking.has(slot) && !muted && !silenced)
    const muteState = firstDevice.silenced
      ? t('people.silenced')
      : devices.every(({ muted }) => muted) && t('people.muted')
    const voiceState = isSpeaking ? t('people.speaking') : muteState
    const details = [t(`people.${firstDevice.role}`), ...devices.map(({ device }) => t(`device.${device}`))]
    return {
      id: firstDevice.userId,
      text: firstDevice.displayName,
      detail: (isSelf ? [t('people.you'), ...details] : details).join(' · '),
      ...(voiceState ? { value: voiceState } : {}),
      ...(isSpeaking ? { tone: 'success' } : {}),
      ...(isSelf ? {} : { action: `to:user/${firstDevice.userId}` }),
    }
  })
  const gather = { id: 'gather', label: t('people.gather'), look: 'plain' } as const
  return childPanel(
    context,
    {
      id: 'people',
      title: t('tab.people'),
      lead: t('people.here', { count: users.length }),
      rows,
      actions: isHost ? [gather] : [],
    },
    { gather: actions.gather },
  )
}

/** Builds the panel of one user; `confirming` asks before they are removed. */
export function userPanel(
  context: PanelContext,
  actions: UserActions,
  userId: string,
  confirming: boolean,
): ScenePanel {
  const { t, connection, room, canvas, isHost, format, navigate } = context
  const user = groupByUser(connection.participants).find(({ firstDevice }) => firstDevice.userId === userId)
  if (!user) return childPanel(context, { id: 'user', title: t('scene.people.gone'), rows: [] })
  const { slot, displayName: name, silenced, role } = user.firstDevice
  const model = { id: `user/${userId}`, title: name }
  if (confirming) {
    const remove = { id: 'remove', label: t('people.remove', { name }), look: 'danger' } as const
    const confirmation = { ...model, title: t('people.remove.title', { name }), lead: t('people.remove.text') }
    return childPanel(
      context,
      { ...confirmation, rows: [], actions: [remove] },
      { remove: () => actions.remove(userId) },
    )
  }
  const isParty = room.users.some((one) => one.user.id === userId && one.party !== null)
  const isFollowing = actions.following === slot
  const volume = actions.volume(userId)
  const actionRow = (id: string, text: string): PanelRow => ({ id, text, action: id })
  const rows = [
    actionRow('go', t('people.go', { name })),
    { ...actionRow('follow', t(isFollowing ? 'people.unfollow' : 'people.follow', { name })), chosen: isFollowing },
    {
      id: 'volume',
      text: t('scene.people.volume'),
      value: format.percent(volume),
      buttons: [
        { id: 'louder:-0.25', label: '−', disabled: volume <= 0 },
        { id: 'louder:0.25', label: '+', disabled: volume >= maxVolume },
      ],
    },
    ...(isHost ? hostRows(context, { name, silenced, role }, isParty, actionRow) : []),
  ]
  return childPanel(
    context,
    { ...model, rows },
    {
      go: () => canvas?.joinParticipant(slot),
      follow: () => actions.follow(isFollowing ? undefined : slot),
      louder: (by) => actions.setVolume(userId, Math.min(maxVolume, Math.max(0, volume + Number(by)))),
      silence: () => actions.silence(userId, !silenced),
      role: () => actions.setHost(userId, role !== 'host'),
      ask: () => navigate.to(`user/${userId}/sure`),
    },
  )
}

/** Returns the rows for hosts; a party of the project can only be silenced. */
function hostRows(
  { t }: PanelContext,
  { name, silenced, role }: Pick<RoomParticipant, 'silenced' | 'role'> & { name: string },
  isParty: boolean,
  actionRow: (id: string, text: string) => PanelRow,
): PanelRow[] {
  const silence = actionRow('silence', t(silenced ? 'people.unsilence' : 'people.silence', { name }))
  if (isParty) return [silence]
  const other = role === 'host' ? 'guest' : 'host'
  const remove = { ...actionRow('ask', t('people.remove', { name })), tone: 'error' as const }
  return [silence, actionRow('role', t(`people.make-${other}`, { name })), remove]
}
