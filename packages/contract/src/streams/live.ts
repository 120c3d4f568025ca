import * as z from 'zod/mini'
import { id } from '../shapes.ts'

const kind = z.enum(['conversation', 'person', 'room'])

/** `stream:join`: joins a sequenced log and, with `after`, asks for the rows behind that place. */
export type StreamJoinIn = { kind: 'conversation' | 'person' | 'room'; id: string; after?: number }

/** One row of a sequenced log as it is read again: the name and payload it was sent under. */
export const streamRow = z.object({ seq: z.int(), name: z.string(), payload: z.record(z.string(), z.unknown()) })
export type StreamRow = z.infer<typeof streamRow>

/** The acknowledgement of `stream:join`; `more` when the page was full. */
export const streamJoined = z.object({ head: z.int(), items: z.array(streamRow), more: z.boolean() })
export type StreamJoined = z.infer<typeof streamJoined>

/** With each heartbeat: how far every joined log has come. */
export const marks = z.object({ streams: z.array(z.object({ kind, id, seq: z.int() })) })
export type Marks = z.infer<typeof marks>

/** One no longer belongs to it; the socket hears nothing more of it. */
export const streamClosed = z.object({ kind, id })
export type StreamClosed = z.infer<typeof streamClosed>
