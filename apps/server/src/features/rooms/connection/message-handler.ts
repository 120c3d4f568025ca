import {
  maxParticipantSlots,
  roomClientMessage,
  type RoomClientMessage,
} from '@veranda/contract/rooms/connection/messages.ts'
import { isPoseFrame } from '@veranda/core/rooms/connection/pose.ts'
import { canInRoom, type RoomAction } from '@veranda/core/rooms/access/room-access.ts'
import { type Participant } from './participant.ts'
import { type ActiveRoom } from './active-room.ts'

/** A protocol violation of a client: too many messages, an invalid message, or too many broadcasts (`spam`). */
export type Violation = 'flood' | 'malformed' | 'spam'
/** The close reason for repeated violations. */
export const closeReasonFor = { flood: 'flood', malformed: 'malformed', spam: 'flood' } as const

/** Forwards a pose frame; returns the violation, or undefined if the frame was accepted. */
export function handlePose(room: ActiveRoom, participant: Participant, bytes: Uint8Array): Violation | undefined {
  if (!isPoseFrame(bytes[0] ?? 0, bytes.length)) return 'malformed'
  if (!participant.poseBudget.tryTake()) return 'flood'
  room.receivePose(participant, bytes)
  return undefined
}

/** Handles a text message; returns the violation, or undefined if it was handled or refused. */
export function handleMessage(room: ActiveRoom, participant: Participant, text: string): Violation | undefined {
  if (!participant.messageBudget.tryTake()) return 'flood'
  const message = parseClientMessage(text)
  if (!message || message.name === 'enter') return 'malformed'
  const outcome = applyMessage(room, participant, message)
  if (outcome === 'spam') return outcome
  if (outcome !== undefined) participant.send({ name: 'refused', of: message.name, code: outcome })
  return undefined
}

export function parseClientMessage(text: string): RoomClientMessage | undefined {
  try {
    const parsed = roomClientMessage.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** Applies a message; returns the code if it is refused, or `spam` if the sender exceeded a broadcast budget. */
function applyMessage(
  room: ActiveRoom,
  participant: Participant,
  message: Exclude<RoomClientMessage, { name: 'enter' }>,
): `room.${string}` | 'spam' | undefined {
  const can = (action: RoomAction) => canInRoom(participant.access.role, action)
  switch (message.name) {
    case 'ping':
      participant.send({ name: 'pong', at: message.at, time: performance.now() })
      return undefined
    case 'signal':
      if (message.to >= maxParticipantSlots) return undefined
      if (!participant.takeSignalBudget(message.to, message.data.length + 1)) return 'spam'
      room.participantAt(message.to)?.send({ name: 'signal', from: participant.participantSlot, data: message.data })
      return undefined
    case 'muted':
      return room.setMuted(participant, message.muted) ? undefined : 'spam'
    case 'silence':
      if (!can('moderate')) return 'room.hosts-only'
      if (!participant.moderationBudget.tryTake()) return 'spam'
      return room.setSilenced(message.userId, participant.actor.id, message.silenced)
        ? undefined
        : 'room.user-not-found'
    case 'gather':
      if (!can('gather')) return 'room.hosts-only'
      if (!participant.moderationBudget.tryTake()) return 'spam'
      room.broadcast(participant, { name: 'gather', by: participant.participantSlot })
      return undefined
    case 'grab':
      if (!can('grab')) return 'room.hosts-only'
      if (!participant.grabBudget.tryTake()) return 'spam'
      return room.grab(message.key, participant) ? undefined : 'room.already-grabbed'
    case 'release':
      // Always done, so that nothing stays grabbed; broadcast only if it was grabbed.
      room.release(message.key, participant)
      return undefined
    case 'stroke':
      if (!can('draw')) return 'room.hosts-only'
      if (!participant.strokeBudget.tryTake()) return 'spam'
      room.showStroke(participant, message)
      return undefined
    case 'stroke-end':
      // Broadcast only if it was being drawn.
      room.endStroke(participant, message.key, message.kept)
      return undefined
    case 'drag':
      if (!room.isGrabbedBy(message.key, participant)) return 'room.not-grabbed'
      room.broadcast(participant, {
        name: 'drag',
        key: message.key,
        placement: message.placement,
        by: participant.participantSlot,
      })
      return undefined
  }
}
