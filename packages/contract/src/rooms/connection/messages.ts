import { roomRoles } from '@veranda/core/rooms/access/room-access.ts'
import { maxLiveStrokePoints } from '@veranda/core/rooms/connection/live-stroke.ts'
import * as z from 'zod/mini'
import { id } from '../../shared-schemas.ts'
import { modelCoordinate } from '../../assets/model-space.ts'
import { annotationTarget, placementRecord, recordKey, strokeColor } from '../records/record-kinds.ts'

/**
 * The messages of a room's own WebSocket. Poses are binary (`core/rooms/connection/pose.ts` up, `core/rooms/connection/pose-batch.ts` down);
 * everything else is a JSON text with a `name`. Nothing here has to survive: what all share are records and pins.
 */
export const roomSocketPath = '/rooms-live'

export const deviceKinds = ['headset', 'desktop', 'phone'] as const
export type DeviceKind = (typeof deviceKinds)[number]
const participantSlot = z.int().check(z.gte(0), z.lte(254))

const strokeKey = recordKey.check(z.startsWith('stroke:'))
/** Points of a stroke, in the coordinates of its record; `from` is the number of the first one. */
const strokeChunk = {
  key: strokeKey,
  color: strokeColor,
  on: z.optional(annotationTarget),
  from: z.int().check(z.gte(0), z.lte(500)),
  points: z.array(modelCoordinate).check(
    z.maxLength(maxLiveStrokePoints * 3),
    z.refine((all) => all.length % 3 === 0),
  ),
}

/** Messages from a device. The first must be `enter`; nothing else is accepted before. */
export const roomClientMessage = z.discriminatedUnion('name', [
  z.strictObject({
    name: z.literal('enter'),
    token: z.string().check(z.maxLength(4000)),
    device: z.enum(deviceKinds),
    muted: z.boolean(),
    /** Has a microphone, or wants to hear the others. */
    voice: z.boolean(),
    /** Token of a lost connection whose participant slot is to be resumed. */
    resumeToken: z.optional(z.string().check(z.maxLength(100))),
  }),
  /** A WebRTC signaling message between two browsers, forwarded unread. */
  z.strictObject({ name: z.literal('signal'), to: participantSlot, data: z.string().check(z.maxLength(16_000)) }),
  z.strictObject({ name: z.literal('muted'), muted: z.boolean() }),
  /** A host silences a user, or lets them speak again. */
  z.strictObject({ name: z.literal('silence'), userId: id, silenced: z.boolean() }),
  /** A host asks everyone to come. */
  z.strictObject({ name: z.literal('gather') }),
  /** Grabs a record: no one else can move it until it is released. */
  z.strictObject({ name: z.literal('grab'), key: recordKey }),
  z.strictObject({ name: z.literal('release'), key: recordKey }),
  /** Intermediate placement of a grabbed object; the record written at the end counts. */
  z.strictObject({ name: z.literal('drag'), key: recordKey, placement: placementRecord }),
  /** The next points of a stroke that is being drawn; the record written at the end counts. */
  z.strictObject({ name: z.literal('stroke'), ...strokeChunk }),
  /** The stroke is finished. `kept` says whether its record follows. */
  z.strictObject({ name: z.literal('stroke-end'), key: strokeKey, kept: z.boolean() }),
  z.strictObject({ name: z.literal('ping'), at: z.number() }),
])
export type RoomClientMessage = z.infer<typeof roomClientMessage>

/** One device in a room. A user with two devices has two participant slots and one name. */
export const roomParticipant = z.object({
  participantSlot,
  userId: id,
  displayName: z.string(),
  avatar: z.nullable(z.string()),
  role: z.enum(roomRoles),
  device: z.enum(deviceKinds),
  muted: z.boolean(),
  /** Silenced by a host: receivers mute the voice. */
  silenced: z.boolean(),
  voice: z.boolean(),
})
export type RoomParticipant = z.infer<typeof roomParticipant>

/** Messages to a device. */
export const roomServerMessage = z.discriminatedUnion('name', [
  z.object({
    name: z.literal('snapshot'),
    participantSlot,
    resumeToken: z.string(),
    time: z.number(),
    participants: z.array(roomParticipant),
  }),
  z.object({ name: z.literal('joined'), participant: roomParticipant }),
  /** The muted or silenced state or the role changed. */
  z.object({ name: z.literal('changed'), participant: roomParticipant }),
  z.object({ name: z.literal('left'), participantSlot, dropped: z.boolean() }),
  z.object({ name: z.literal('signal'), from: participantSlot, data: z.string() }),
  z.object({ name: z.literal('gather'), by: participantSlot }),
  /** The participant slot that has grabbed the record; null if it is free. */
  z.object({ name: z.literal('grab-changed'), key: recordKey, by: z.nullable(participantSlot) }),
  z.object({ name: z.literal('drag'), key: recordKey, placement: placementRecord, by: participantSlot }),
  z.object({ name: z.literal('stroke'), by: participantSlot, ...strokeChunk }),
  /** A stroke ended. Unless it is `kept`, it has no record: it was cancelled, or its device was disconnected. */
  z.object({ name: z.literal('stroke-end'), by: participantSlot, key: strokeKey, kept: z.boolean() }),
  z.object({ name: z.literal('pong'), at: z.number(), time: z.number() }),
  /** A message was refused, with the error code. */
  z.object({ name: z.literal('refused'), of: z.string(), code: z.string() }),
])
export type RoomServerMessage = z.infer<typeof roomServerMessage>

/** WebSocket close codes by reason. */
export const roomCloseCodes = {
  /** Not signed in, or signed out since. */
  'signed-out': 4401,
  'not-found': 4404,
  /** Removed by a host. */
  removed: 4403,
  early: 4425,
  over: 4410,
  full: 4429,
  /** Another node has the room now: read the endpoint again. */
  moved: 4421,
  /** Sent too many or invalid messages. */
  flood: 4408,
  malformed: 4400,
  /** The same user resumed this participant slot from elsewhere. */
  resumed: 4409,
  /** The user joined with more devices than they may, in this room or in all, and this was the oldest. */
  devices: 4419,
} as const
export type RoomCloseReason = keyof typeof roomCloseCodes

export const maxParticipantSlots = 40
/** Maximum number of devices of one user in a room. */
export const maxDevicesPerUser = 4
/** Maximum number of devices of one user in all rooms of a node. */
export const maxDevicesPerUserInAllRooms = 12
/** Slots that guests cannot take, so that hosts can always join. */
export const reservedHostSlotCount = 8
