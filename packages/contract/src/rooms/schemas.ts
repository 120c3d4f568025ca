import { bookingStates } from '@veranda/core/bookings/booking-states.ts'
import { deliverableActions } from '@veranda/core/commissions/actions.ts'
import { milestoneStates } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { pinStates } from '@veranda/core/commissions/pins/pin.ts'
import { roomActions, roomRoles, roomUserActions } from '@veranda/core/rooms/access/room-access.ts'
import * as z from 'zod/mini'
import { id, isoInstant, money, userSummary } from '../shared-schemas.ts'
import { chargebackFlag } from '../payments/charges/schemas.ts'
import { pinVector } from '../commissions/pins/schemas.ts'
import { recordKey } from './records/record-kinds.ts'

export const roomUser = z.object({
  user: userSummary,
  role: z.enum(roomRoles),
  /** The user's part in the project or booking; parties are always hosts. */
  party: z.nullable(z.enum(['client', 'creator'])),
  /** Connected now, with at least one device. */
  inside: z.boolean(),
  /** The steps that the viewer may take with this user. */
  actions: z.array(z.enum(roomUserActions)),
})
export type RoomUser = z.infer<typeof roomUser>

/** Subject of a room: the work of a project, or the session of a booking. */
const roomSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('project'), projectId: id }),
  z.object({
    kind: z.literal('booking'),
    bookingId: id,
    startsAt: isoInstant,
    endsAt: isoInstant,
    state: z.enum(bookingStates),
  }),
])

const roomFields = {
  id,
  title: z.string(),
  subject: roomSubject,
  viewerRole: z.enum(roomRoles),
  actions: z.array(z.enum(roomActions)),
  users: z.array(roomUser),
  /** Users removed by a host, who may let them back in; listed for hosts only. */
  removedUsers: z.array(userSummary),
  /** Reach of voice: anywhere, or one network only if no STUN or TURN server is configured. */
  voiceReach: z.enum(['network', 'everywhere']),
  /** The address of the booking or project that the room leads back to; null for guests, who see neither. */
  homeUrl: z.nullable(z.string()),
}
/** A session's room opens ten minutes before its start and closes at its end; a project's is open while the project is. */
export const room = z.discriminatedUnion('state', [
  z.object({ ...roomFields, state: z.literal('early'), opensAt: isoInstant }),
  z.object({ ...roomFields, state: z.enum(['open', 'over']) }),
])
export type Room = z.infer<typeof room>

export const iceServer = z.object({
  urls: z.array(z.string()),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
})
export const roomEndpoint = z.object({
  /** WebSocket path on this origin. */
  path: z.string(),
  node: z.string(),
  iceServers: z.array(iceServer),
  /** Lifetime of the TURN credentials in seconds; null if there are none. */
  iceTtlSeconds: z.nullable(z.int()),
})
export type RoomEndpoint = z.infer<typeof roomEndpoint>

/** A pin on one version, for viewing in the room; its thread is read with the milestone's pins. */
export const roomPin = z.object({
  id,
  number: z.int(),
  state: z.enum(pinStates),
  kind: z.enum(['comment', 'change']),
  assetId: id,
  part: z.string(),
  position: pinVector,
  normal: pinVector,
  /** Could not be carried over to this version with certainty and must be placed by hand. */
  unsure: z.boolean(),
  text: z.string(),
})
export type RoomPin = z.infer<typeof roomPin>

/** One version with its 3D assets, for the scene and for decisions. */
export const roomVersion = z.object({
  deliverableId: id,
  projectId: id,
  commissionId: id,
  number: z.int(),
  /** The price is visible to the parties only. */
  milestone: z.object({
    id,
    title: z.string(),
    state: z.enum(milestoneStates),
    version: z.int(),
    price: z.nullable(money),
    /** Of its payment, with the name of the client; for the parties only. */
    chargeback: z.nullable(
      z.object({ ...chargebackFlag.shape, client: z.string(), side: z.enum(['client', 'creator']) }),
    ),
  }),
  hash: z.string(),
  /** Not submitted yet: visible to its creator only, and cannot be put in the scene. */
  draft: z.boolean(),
  assets: z.array(z.object({ id, name: z.string(), triangles: z.int(), height: z.number() })),
  /** Its images and other files, which have no place in the scene; their names belong to what is approved. */
  flatAssets: z.array(z.object({ id, name: z.string() })),
  pins: z.array(roomPin),
  /** Steps that the viewer may take on this version now. */
  actions: z.array(z.enum(deliverableActions)),
})
export type RoomVersion = z.infer<typeof roomVersion>
/** Newest first. */
export const roomVersions = z.object({ items: z.array(roomVersion) })
export type RoomVersions = z.infer<typeof roomVersions>

export const roomInvite = z.object({ path: z.string(), expiresAt: isoInstant })
export type RoomInvite = z.infer<typeof roomInvite>
export const acceptRoomInviteBody = z.strictObject({ token: z.string().check(z.minLength(20), z.maxLength(100)) })
export type AcceptRoomInviteBody = z.infer<typeof acceptRoomInviteBody>
export const roomUserParams = z.object({ id, userId: id })
export type RoomUserParams = z.infer<typeof roomUserParams>
export const changeRoomRoleBody = z.strictObject({ role: z.enum(roomRoles) })
export type ChangeRoomRoleBody = z.infer<typeof changeRoomRoleBody>

export const roomRecord = z.object({
  key: recordKey,
  /** Incremented by each change, including deletion. */
  version: z.int(),
  /** Depends on the kind, see `recordKinds`; null if deleted. */
  value: z.nullable(z.record(z.string(), z.unknown())),
  updatedAt: isoInstant,
})
export type RoomRecord = z.infer<typeof roomRecord>
export const roomRecords = z.object({ seq: z.int(), items: z.array(roomRecord) })
export type RoomRecords = z.infer<typeof roomRecords>
export const roomRecordParams = z.object({ id, key: recordKey })
export type RoomRecordParams = z.infer<typeof roomRecordParams>
export const setRoomRecordBody = z.strictObject({
  expected: z.int().check(z.gte(0)),
  value: z.nullable(z.record(z.string(), z.unknown())),
})
export type SetRoomRecordBody = z.infer<typeof setRoomRecordBody>
