import { type ClientEvent, type EmittedPayload, type ServerEvent } from '@veranda/contract/realtime/socket-event.ts'
import { type Result } from '@veranda/core/result.ts'
import { type $ZodType, type input, type output } from 'zod/v4/core'
import { type Actor } from '../access/actor.ts'
import { type CommandContext } from '../access/command-context.ts'
import { type Stream } from '../db/commit-signals.ts'
import { type Deps } from '../deps.ts'

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

/** Emits the initial events of a new connection, such as unread counts. */
export type OnConnect = (at: { actor: Actor; deps: Deps; emit: EmitToSocket }) => Promise<void>

/** Emits one event to one socket, without a sequence. */
export type EmitToSocket = <E extends ServerEvent>(event: E, payload: EmittedPayload<E>) => void
