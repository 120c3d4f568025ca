import * as z from 'zod/mini'
import { id } from '../shared-schemas.ts'
import { changeEvent, type PayloadOf, streamEvent } from '../realtime/socket-event.ts'
import { roomRecord } from './schemas.ts'

/** The new state of a record, with its own version. */
export const roomRecordChanged = streamEvent(
  'room',
  'room:record-changed',
  z.object({ seq: z.int(), record: roomRecord }),
)
/** Pins were set, moved or answered, or versions were submitted or decided on. Clients refetch what they show. */
export const roomReviewChanged = streamEvent(
  'room',
  'room:review-changed',
  z.object({
    seq: z.int(),
    change: z.enum(['pin', 'version', 'approved', 'changes-requested']),
    milestoneId: id,
  }),
)
export type RoomReviewChanged = PayloadOf<typeof roomReviewChanged>
/** A user's access or role changed. */
export const roomUsersChanged = streamEvent('room', 'room:users-changed', z.object({ seq: z.int(), userId: id }))
/**
 * Someone entered or left the room, or its times or users changed: for everyone who may enter, wherever they are. The
 * version is the position in the outbox.
 */
export const roomChanged = changeEvent('room:changed', {})
