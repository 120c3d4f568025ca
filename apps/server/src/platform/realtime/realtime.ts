import { type ClientEvent, type EmittedPayload, type ServerEvent } from '@veranda/contract/realtime/socket-event.ts'
import { type Result } from '@veranda/core/result.ts'
import { type $ZodType, type input, type output } from 'zod/v4/core'
import { type Actor } from '../access/actor.ts'
import { type CommandContext } from '../access/command-context.ts'
import { type Db, type Tx } from '../db/database.ts'
import { signalAfterCommit, type Stream } from '../db/commit-signals.ts'
import { type Deps } from '../deps.ts'

/** An event that is not stored. */
type VolatileEvent = ServerEvent<$ZodType, null>

/**
 * Emits events without a sequence, which may be lost: typing, presence. What must not be lost goes through
 * appendToStream.
 */
export type Realtime = {
  emitToUser<E extends VolatileEvent>(userId: string, event: E, payload: EmittedPayload<E>): void
  /** Emits to every socket that joined the stream, except `except` (a socket id). */
  emitToStream<E extends VolatileEvent>(stream: Stream, event: E, payload: EmittedPayload<E>, except?: string): void
  /** Returns the path of the socket service's WebSocket for an id and the node that serves it. */
  acquireSocketPath(id: string): Promise<{ path: string; node: string }>
}

/** The part of a socket that an event handler may use. */
export type EventSocket = {
  readonly id: string
  /** Subscribes the socket to a stream without reading a page; the caller must have checked access. */
  join(stream: Stream): void
  leave(stream: Stream): void
}

export type SocketEventContext<Payload> = CommandContext & { readonly payload: Payload; readonly socket: EventSocket }

export type SocketEvent = {
  readonly event: ClientEvent
  run(ctx: SocketEventContext<unknown>): Promise<Result<unknown>>
}

/**
 * Declares the handler of an event that clients send. Payload, session and rate limits are checked before; the handler
 * checks permissions and runs in its own transaction. Its value is the acknowledgement `{ ok: true, ...value }`; a
 * refusal becomes `{ ok: false, error: { code, message, field? } }`.
 */
export function onSocketEvent<S extends $ZodType, R extends $ZodType>(
  event: ClientEvent<S, R>,
  run: (ctx: SocketEventContext<output<S>>) => Promise<Result<input<R>>>,
): SocketEvent {
  // The payload was parsed by the event's schema.
  return { event, run: (ctx) => run(ctx as SocketEventContext<output<S>>) }
}

/**
 * Revokes a user's access to a stream when this transaction commits: their sockets are unsubscribed at once on this
 * node and within a second on others.
 */
export function revokeStream(tx: Tx, stream: Stream, userId: string): void {
  signalAfterCommit(tx, { streamRevocations: [{ stream, userId }] })
}

export type JoinRule = {
  readonly kind: Stream['kind']
  canJoin(db: Db, userId: string, streamId: string): Promise<boolean>
}

/** Declares who may join streams of a kind; checked again whenever the membership may have changed. */
export function joinRule(kind: Stream['kind'], canJoin: JoinRule['canJoin']): JoinRule {
  return { kind, canJoin }
}

/** Emits the initial events of a new connection, such as unread counts. */
export type OnConnect = (at: { actor: Actor; deps: Deps; emit: EmitToSocket }) => Promise<void>

/** Emits one event to one socket, without a sequence. */
export type EmitToSocket = <E extends ServerEvent>(event: E, payload: EmittedPayload<E>) => void
