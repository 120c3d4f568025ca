import * as z from 'zod/mini'
import { id } from '../shared-schemas.ts'
import { roomRecord } from './schemas.ts'

/** Stream event of a room (stream kind `room`): the new state of a record. */
export const roomRecordChangedEvent = 'room:record-changed'
export const roomRecordChanged = z.object({ seq: z.int(), record: roomRecord })
/**
 * Stream event of a room: pins were set, moved or answered, or versions were submitted or decided on. Clients refetch
 * what they show.
 */
export const roomReviewChangedEvent = 'room:review-changed'
export const roomReviewChanged = z.object({
  seq: z.int(),
  change: z.enum(['pin', 'version', 'approved', 'changes-requested']),
  milestoneId: id,
})
export type RoomReviewChanged = z.infer<typeof roomReviewChanged>
/** Stream event of a room: a user's access or role changed. */
export const roomUsersChangedEvent = 'room:users-changed'
export const roomUsersChanged = z.object({ seq: z.int(), userId: id })
