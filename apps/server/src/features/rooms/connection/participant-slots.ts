import {
  reservedHostSlotCount,
  maxDevicesPerUser,
  maxDevicesPerUserInAllRooms,
  maxParticipantSlots,
} from '@veranda/contract/rooms/connection/messages.ts'
import { type RoomRole } from '@veranda/core/rooms/access/room-access.ts'
import { randomBytes } from 'node:crypto'
import { type WebSocket } from 'ws'
import { type Actor } from '../../../platform/access/actor.ts'
import { type RoomAccess } from '../access/entry-access.ts'
import { type EnterMessage } from './handshake.ts'
import { Participant } from './participant.ts'
import { type ActiveRoom } from './active-room.ts'

/** A device that asks to join, with its socket. */
type JoinRequest = { socket: WebSocket; message: EnterMessage; actor: Actor; access: RoomAccess }

/** Finds the participant to resume. The token only counts together with the same user. */
export function findResumable(
  room: ActiveRoom,
  { resumeToken }: EnterMessage,
  userId: string,
): Participant | undefined {
  return room.participants.find(
    (participant) => participant.resumeToken === resumeToken && participant.actor.id === userId,
  )
}

/** A device and the room it is in. */
type DeviceInRoom = { readonly room: ActiveRoom; readonly participant: Participant }

/**
 * Returns the device to evict before a user joins a room with one more: one without a connection, else the oldest, of
 * this room if they have too many there, else of the room that was opened first if they have too many in all `rooms`.
 */
export function findDeviceToEvict(
  rooms: Iterable<ActiveRoom>,
  joined: ActiveRoom,
  userId: string,
): DeviceInRoom | undefined {
  const devices = [...rooms].flatMap((room) =>
    room.participants
      .filter(({ actor }) => actor.id === userId)
      .toSorted((a, b) => a.joinOrder - b.joinOrder)
      .map((participant) => ({ room, participant })),
  )
  const here = devices.filter(({ room }) => room === joined)
  const tooMany = here.length >= maxDevicesPerUser ? here : devices
  if (tooMany === devices && devices.length < maxDevicesPerUserInAllRooms) return undefined
  return tooMany.find(({ participant }) => !participant.socket) ?? tooMany[0]
}

/** Returns a free participant slot, or undefined if there is none for this role: guests leave some to hosts. */
export function allocateParticipantSlot(room: ActiveRoom, role: RoomRole): number | undefined {
  const guests = room.participants.filter(({ access }) => access.role === 'guest').length
  return role === 'guest' && guests >= maxParticipantSlots - reservedHostSlotCount
    ? undefined
    : room.findFreeParticipantSlot()
}

/** Adds a device at its participant slot, or resumes one, and broadcasts it. */
export function addParticipant(
  room: ActiveRoom,
  participantSlot: number,
  resumed: Participant | undefined,
  request: JoinRequest,
): Participant {
  const { socket, message, actor, access } = request
  const { device, voice, muted } = message
  room.restoreSilence(actor.id, access.silenced)
  if (resumed) {
    resumed.socket = socket
    resumed.access = access
    resumed.muted = muted
    resumed.disconnectedAt = 0
    resumed.lastReceivedAt = performance.now()
    room.broadcastChange(resumed)
    return resumed
  }
  const resumeToken = randomBytes(18).toString('base64url')
  const participant = new Participant({
    participantSlot,
    joinOrder: room.nextJoinOrder(),
    actor,
    device,
    resumeToken,
    voice,
    muted,
    access,
    socket,
  })
  room.add(participant)
  return participant
}
