import * as z from 'zod/mini'
import { id, isoInstant } from '../shared-schemas.ts'
import { clientEvent, noReply, type PayloadOf, serverEvent } from './socket-event.ts'

const streamKind = z.enum(['conversation', 'user', 'room'])

/** One stored entry of a stream: the event name and payload it was sent under. */
const streamEntry = z.object({ seq: z.int(), name: z.string(), payload: z.record(z.string(), z.unknown()) })
export type StreamEntry = z.infer<typeof streamEntry>

/** Joins a stream and, with `after`, requests the entries after that seq. `more` if the page was full. */
export const joinStream = clientEvent(
  'stream:join',
  z.strictObject({ kind: streamKind, id, after: z.optional(z.int().check(z.gte(0))) }),
  z.object({ head: z.int(), items: z.array(streamEntry), more: z.boolean() }),
)
export const leaveStream = clientEvent('stream:leave', z.strictObject({ kind: streamKind, id }), noReply)

/** Sent on connect and with each heartbeat: the head of every joined stream. */
export const streamHeads = serverEvent(
  'stream:heads',
  z.object({ streams: z.array(z.object({ kind: streamKind, id, seq: z.int() })) }),
)
export type StreamHeads = PayloadOf<typeof streamHeads>

/** Sent when access to a stream ends; the socket receives nothing more of it. */
export const streamClosed = serverEvent('stream:closed', z.object({ kind: streamKind, id }))

/** Sent before the server stops: clients reconnect at a random time within this limit. */
export const serverLeaving = serverEvent('server:leaving', z.object({ comeBackWithinMilliseconds: z.int() }))

/** To every socket when the sandbox's clock was moved: the time of the product from now on. */
export const clockMoved = serverEvent('clock:moved', z.object({ now: isoInstant }))

/** Sent before the server closes a socket whose session has ended. */
export const sessionEnded = serverEvent('session:ended', z.object({}))

/** Sent for a refused event whose sender requested no acknowledgement. */
export const eventRefused = serverEvent(
  'error',
  z.object({
    code: z.string(),
    status: z.int(),
    message: z.string(),
    field: z.optional(z.string()),
    event: z.string(),
  }),
)
