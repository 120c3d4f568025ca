import * as z from 'zod/mini'
import { id } from '../shared-schemas.ts'

const streamKind = z.enum(['conversation', 'user', 'room'])

/** Payload of `stream:join`: joins a stream and, with `after`, requests the entries after that seq. */
export type StreamJoinInput = { kind: 'conversation' | 'user' | 'room'; id: string; after?: number }

/** One stored entry of a stream: the event name and payload it was sent under. */
export const streamEntry = z.object({ seq: z.int(), name: z.string(), payload: z.record(z.string(), z.unknown()) })
export type StreamEntry = z.infer<typeof streamEntry>

/** Acknowledgement of `stream:join`; `more` if the page was full. */
export const streamJoined = z.object({ head: z.int(), items: z.array(streamEntry), more: z.boolean() })
export type StreamJoined = z.infer<typeof streamJoined>

/** Sent with each heartbeat: the head of every joined stream. */
export const streamHeads = z.object({ streams: z.array(z.object({ kind: streamKind, id, seq: z.int() })) })
export type StreamHeads = z.infer<typeof streamHeads>

/** Sent when access to a stream ends; the socket receives nothing more of it. */
export const streamClosed = z.object({ kind: streamKind, id })
export type StreamClosed = z.infer<typeof streamClosed>
