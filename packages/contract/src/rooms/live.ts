import * as z from 'zod/mini'
import { id } from '../shapes.ts'
import { roomRecord } from './schemas.ts'

/** In the log of a room (stream kind `room`): a record as it is now. */
export const roomRecordName = 'room_record'
export const roomRecordTold = z.object({ seq: z.int(), record: roomRecord })
/** In the log of a room: pins were set, moved or answered; versions came or were decided on. Read anew what is shown. */
export const roomWorkName = 'room_work'
export const roomWorkTold = z.object({
  seq: z.int(),
  what: z.enum(['pin', 'version', 'approved', 'changes-requested']),
  milestoneId: id,
})
export type RoomWorkTold = z.infer<typeof roomWorkTold>
/** In the log of a room: somebody came to be a host or a guest, or is none any more. */
export const roomPeopleName = 'room_people'
export const roomPeopleTold = z.object({ seq: z.int(), personId: id })
