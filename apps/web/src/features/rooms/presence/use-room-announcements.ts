import { type RoomVersion } from '@veranda/contract/rooms/schemas.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { type RoomParticipation } from '../connection/room-participation.ts'

type RoomAnnouncementOptions = {
  participation: RoomParticipation
  localParticipantSlot: number | undefined
  /** A newer version than the one in the scene. */
  newerVersion: RoomVersion | undefined
  versions: readonly RoomVersion[] | undefined
  /** Moves to the participant who asked everyone to come. */
  onGo: (participantSlot: number) => void
  /** Called when a participant asks everyone to come. */
  onGathered: (by: { participantSlot: number; name: string }) => void
  /** Called with a text when a version is approved, for users who do not get a notification. */
  onApproved: (title: string) => void
}

/** Announces joins and leaves (once per user, not per device), gather requests, newer versions and approvals. */
export function useRoomAnnouncements({
  participation,
  localParticipantSlot,
  newerVersion,
  versions,
  onGo,
  onGathered,
  onApproved,
}: RoomAnnouncementOptions): void {
  const t = useTranslations('rooms')
  const announceGather = useEffectEvent((participantSlot: number, name: string) => {
    onGathered({ participantSlot, name })
    const action = { label: t('users.gathered.go'), onPress: () => onGo(participantSlot) }
    snackbars.add({ key: 'room-gathered', title: t('users.gathered', { name }), timeoutMs: 15_000, action })
  })
  useEffect(() => {
    let previous = participation.connection.state.get().participants
    return participation.connection.onMessage((message) => {
      const { participants } = participation.connection.state.get()
      const before = previous
      previous = participants
      if (message.name === 'gather') announceGather(message.by, participants.get(message.by)?.displayName ?? '')
      if (message.name === 'joined' && message.participant.participantSlot !== localParticipantSlot) {
        const isFirstDevice = !Array.from(before.values()).some(({ userId }) => userId === message.participant.userId)
        if (isFirstDevice) snackbars.add({ title: t('users.came', { name: message.participant.displayName }) })
      }
      if (message.name === 'left') {
        const leaver = before.get(message.participantSlot)
        const isLastDevice = leaver && !Array.from(participants.values()).some(({ userId }) => userId === leaver.userId)
        if (isLastDevice) snackbars.add({ title: t('users.left', { name: leaver.displayName }) })
      }
    })
  }, [participation, localParticipantSlot, t])

  const announceApproval = useEffectEvent((version: RoomVersion) => {
    if (version.actions.includes('pin')) return
    const title = t('version.approved', { milestone: version.milestone.title })
    snackbars.add({ key: 'room-approved', title, tone: 'success' })
    onApproved(title)
  })
  const formerVersions = useRef<readonly RoomVersion[]>(undefined)
  useEffect(() => {
    const approved = newlyReleased(formerVersions.current, versions)
    formerVersions.current = versions
    if (approved) announceApproval(approved)
  }, [versions])

  const newerText =
    newerVersion && t('version.newer', { number: newerVersion.number, milestone: newerVersion.milestone.title })
  // Both parties get a notification of it.
  const isParty = newerVersion?.actions.includes('pin') === true
  useEffect(() => {
    if (newerText !== undefined && !isParty) snackbars.add({ key: 'room-newer', title: newerText })
  }, [newerText, isParty])
}

/** Returns a version whose milestone was not released when the list was read before; undefined if there is none. */
function newlyReleased(
  before: readonly RoomVersion[] | undefined,
  now: readonly RoomVersion[] | undefined,
): RoomVersion | undefined {
  const unreleased = new Set(before?.filter(({ milestone }) => milestone.state !== 'released').map(milestoneIdOf))
  return now?.find((version) => version.milestone.state === 'released' && unreleased.has(milestoneIdOf(version)))
}

const milestoneIdOf = ({ milestone }: RoomVersion) => milestone.id
