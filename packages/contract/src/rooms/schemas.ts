import { pinStates } from '@veranda/core/commissions/pins/pin-states.ts'
import { roomActs, roomRoles } from '@veranda/core/rooms/roles.ts'
import * as z from 'zod/mini'
import { id, isoInstant, money, person } from '../shapes.ts'
import { pinVector } from '../pins/schemas.ts'
import { recordKey } from './records.ts'

export const roomPerson = z.object({
  person,
  role: z.enum(roomRoles),
  /** Whose project or session it is: a host for good. */
  party: z.nullable(z.enum(['client', 'creator'])),
  /** Inside at this moment, with at least one device. */
  inside: z.boolean(),
})
export type RoomPerson = z.infer<typeof roomPerson>

export const room = z.object({
  id,
  title: z.string(),
  project: z.nullable(z.object({ id, title: z.string() })),
  booking: z.nullable(z.object({ id, startsAt: isoInstant, endsAt: isoInstant, state: z.string() })),
  /** A session's room opens ten minutes before its start and closes with its end; a project's is open while it lives. */
  state: z.enum(['early', 'open', 'over']),
  opensAt: z.nullable(isoInstant),
  /** Of the reader. */
  role: z.enum(roomRoles),
  may: z.array(z.enum(roomActs)),
  people: z.array(roomPerson),
  /** Whom hosts took out, who may let them in again; told to hosts alone. */
  removed: z.array(person),
  /** How far voices go here: to anywhere, or inside one network only, where no STUN or TURN is configured. */
  voiceReach: z.enum(['network', 'everywhere']),
})
export type Room = z.infer<typeof room>

export const iceServer = z.object({
  urls: z.array(z.string()),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
})
export const roomEndpoint = z.object({
  /** On this origin; a WebSocket is opened there. */
  path: z.string(),
  node: z.string(),
  iceServers: z.array(iceServer),
  /** So many seconds the relay's words in it hold; null when there are none. */
  iceLives: z.nullable(z.int()),
})
export type RoomEndpoint = z.infer<typeof roomEndpoint>

/** A pin as it stands on one version, for who looks at it in the room; its thread is read with the milestone's pins. */
export const roomPin = z.object({
  id,
  number: z.int(),
  state: z.enum(pinStates),
  kind: z.enum(['remark', 'change']),
  workId: id,
  part: z.string(),
  position: pinVector,
  normal: pinVector,
  /** It could not be carried over to this version and waits for a hand. */
  unsure: z.boolean(),
  text: z.string(),
})
export type RoomPin = z.infer<typeof roomPin>

/** One version with its 3D works, for the stage and for what is decided on it. */
export const roomVersion = z.object({
  deliverableId: id,
  projectId: id,
  commissionId: id,
  number: z.int(),
  /** The price is for its parties alone. */
  milestone: z.object({ id, title: z.string(), state: z.string(), version: z.int(), price: z.nullable(money) }),
  hash: z.string(),
  /** Not submitted yet: its maker's alone, and nothing that could stand on a stage. */
  draft: z.boolean(),
  works: z.array(z.object({ id, name: z.string(), triangles: z.int(), height: z.number() })),
  pins: z.array(roomPin),
  /** What the reader may decide on it now. */
  may: z.object({ approve: z.boolean(), requestChanges: z.boolean(), pin: z.boolean() }),
})
export type RoomVersion = z.infer<typeof roomVersion>
/** The newest first. */
export const roomWorks = z.object({ items: z.array(roomVersion) })
export type RoomWorks = z.infer<typeof roomWorks>

export const roomInvite = z.object({ path: z.string(), expiresAt: isoInstant })
export type RoomInvite = z.infer<typeof roomInvite>
export const enterByInviteBody = z.strictObject({ token: z.string().check(z.minLength(20), z.maxLength(100)) })
export type EnterByInviteBody = z.infer<typeof enterByInviteBody>
export const roomPersonParams = z.object({ id, personId: id })
export type RoomPersonParams = z.infer<typeof roomPersonParams>
export const changeRoomPersonBody = z.strictObject({ role: z.enum(roomRoles) })
export type ChangeRoomPersonBody = z.infer<typeof changeRoomPersonBody>

export const roomRecord = z.object({
  key: recordKey,
  /** Counts up with each change; what is gone has its version, too. */
  version: z.int(),
  /** By its kind, as in `recordKinds`; null once it is gone. */
  value: z.nullable(z.record(z.string(), z.unknown())),
  by: id,
  at: isoInstant,
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
