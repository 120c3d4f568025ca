import { roomRoles } from '@veranda/core/rooms/roles.ts'
import * as z from 'zod/mini'
import { id } from '../shapes.ts'
import { placementRecord, recordKey } from './records.ts'

/**
 * What goes over a room's own WebSocket. Poses are binary (`core/rooms/pose.ts` up, `core/rooms/batch.ts` down);
 * everything else is a JSON text with a `name`. Nothing here has to survive: what all share are records and pins.
 */
export const roomPath = '/rooms-live'

export const devices = ['headset', 'desktop', 'phone'] as const
export type Device = (typeof devices)[number]
const slot = z.int().check(z.gte(0), z.lte(254))

/** What a device says. The first message is `enter`; nothing else is heard before. */
export const roomSay = z.discriminatedUnion('name', [
  z.strictObject({
    name: z.literal('enter'),
    token: z.string().check(z.maxLength(4000)),
    device: z.enum(devices),
    muted: z.boolean(),
    /** Has a microphone, or means to hear the others at least. */
    voice: z.boolean(),
    /** The slot of a socket that was lost, to be taken over. */
    resume: z.optional(z.string().check(z.maxLength(100))),
  }),
  /** A step of the agreement between two browsers to send voices; passed on unread. */
  z.strictObject({ name: z.literal('signal'), to: slot, data: z.string().check(z.maxLength(16_000)) }),
  z.strictObject({ name: z.literal('muted'), muted: z.boolean() }),
  /** A host silences somebody, or lets them speak again. */
  z.strictObject({ name: z.literal('silence'), personId: id, silenced: z.boolean() }),
  /** A host asks all to come to where they are. */
  z.strictObject({ name: z.literal('gather') }),
  /** A hand on a record: nobody else may move it until it is let go. */
  z.strictObject({ name: z.literal('hold'), key: recordKey }),
  z.strictObject({ name: z.literal('let-go'), key: recordKey }),
  /** Where a held thing is on its way; the place that counts is the record written at the end. */
  z.strictObject({ name: z.literal('drag'), key: recordKey, placement: placementRecord }),
  z.strictObject({ name: z.literal('ping'), at: z.number() }),
])
export type RoomSay = z.infer<typeof roomSay>

/** One device inside. A person with two devices has two slots and one name. */
export const roomMember = z.object({
  slot,
  personId: id,
  label: z.string(),
  avatar: z.nullable(z.string()),
  role: z.enum(roomRoles),
  device: z.enum(devices),
  muted: z.boolean(),
  /** By a host: every receiver drops the voice. */
  silenced: z.boolean(),
  voice: z.boolean(),
})
export type RoomMember = z.infer<typeof roomMember>

/** What a device hears. */
export const roomTell = z.discriminatedUnion('name', [
  z.object({ name: z.literal('welcome'), slot, resume: z.string(), time: z.number(), members: z.array(roomMember) }),
  z.object({ name: z.literal('came'), member: roomMember }),
  /** Muted, silenced, of another role now. */
  z.object({ name: z.literal('changed'), member: roomMember }),
  z.object({ name: z.literal('left'), slot, dropped: z.boolean() }),
  z.object({ name: z.literal('signal'), from: slot, data: z.string() }),
  z.object({ name: z.literal('gather'), by: slot }),
  /** Who has a hand on it now; null when it is free. */
  z.object({ name: z.literal('held'), key: recordKey, by: z.nullable(slot) }),
  z.object({ name: z.literal('drag'), key: recordKey, placement: placementRecord, by: slot }),
  z.object({ name: z.literal('pong'), at: z.number(), time: z.number() }),
  /** What was said was not done, and why. */
  z.object({ name: z.literal('refused'), of: z.string(), code: z.string() }),
])
export type RoomTell = z.infer<typeof roomTell>

/** Why a room's socket was closed, as its WebSocket code. */
export const roomCloses = {
  /** Not signed in, or no longer. */
  'signed-out': 4401,
  'not-found': 4404,
  /** Taken out by a host. */
  removed: 4403,
  early: 4425,
  over: 4410,
  full: 4429,
  /** The room lives on another node now: ask for the endpoint again. */
  moved: 4421,
  /** Sent too much, or what nobody sends. */
  flood: 4408,
  malformed: 4400,
  /** The same person took this slot over from elsewhere. */
  resumed: 4409,
  /** The same person came in with one device more than `mostDevices`: the oldest gave way. */
  devices: 4419,
} as const
export type RoomClose = keyof typeof roomCloses

export const mostInRoom = 40
/** Devices of one person in a room at once. */
export const mostDevices = 4
/** Slots that guests leave free, so that those whose room it is can always come in. */
export const keptForHosts = 8
