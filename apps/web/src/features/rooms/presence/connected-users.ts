import { type RoomParticipant } from '@veranda/contract/rooms/connection/messages.ts'

/** A user inside with all their devices; actions apply to the user. */
type UserDevices = { readonly firstDevice: RoomParticipant; readonly devices: readonly RoomParticipant[] }

export function groupByUser(participants: ReadonlyMap<number, RoomParticipant>): UserDevices[] {
  const byUser = Map.groupBy(participants.values(), ({ userId }) => userId)
  return Array.from(byUser.values()).flatMap((devices) => (devices[0] ? [{ firstDevice: devices[0], devices }] : []))
}
