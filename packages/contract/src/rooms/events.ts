import * as z from 'zod/mini'
import { changeEvent, streamEvent } from '../realtime/socket-event.ts'
import { roomRecord } from './schemas.ts'

/** The new state of a record, with its own version. */
export const roomRecordChanged = streamEvent(
  'room',
  'room:record-changed',
  z.object({ seq: z.int(), record: roomRecord }),
)
/**
 * Someone entered or left the room, its times, its users or a role changed, or a version or pin that it can show: for
 * everyone who may enter, wherever they are. The version is the position in the outbox.
 */
export const roomChanged = changeEvent('room:changed', {})
