import { type Result } from '@veranda/core/result.ts'
import { type $ZodType, type output } from 'zod/v4/core'
import { type Actor } from '../access/actor.ts'
import { type Db, type Tx } from '../db/database.ts'
import { type Stream, touch } from '../db/wake.ts'
import { type Deps } from '../deps.ts'

/** Volatile things without a sequence only: typing, presence. What must not be lost goes through appendToStream. */
export type Live = {
  toPerson(personId: string, name: string, payload: object): void
  /** To every socket joined to the stream, but not to `except` (a socket id). */
  toStream(stream: Stream, name: string, payload: object, except?: string): void
  /** The path of a live room's own WebSocket, on the node that holds the room; this one takes it if nobody does. */
  roomPath(roomId: string): Promise<{ path: string; node: string }>
}

/** The socket an event came by, as far as a handler may touch it. */
export type LiveSocket = {
  readonly id: string
  /** Joins the socket to a stream's room without paging; rights must have been checked. */
  join(stream: Stream): void
  leave(stream: Stream): void
}

export type LiveContext<Payload> = {
  readonly tx: Tx
  readonly actor: Actor
  readonly payload: Payload
  readonly socket: LiveSocket
  readonly deps: Deps
}

export type LiveEvent = {
  readonly name: string
  readonly schema: $ZodType
  run(ctx: LiveContext<unknown>): Promise<Result<unknown>>
}

/**
 * An event that clients send. The payload is parsed, the sender's session checked and the budgets counted before; the
 * handler checks the rights and runs in a transaction of its own. Its value is the acknowledgement
 * `{ ok: true, ...value }`, a refusal becomes `{ ok: false, error: { code, message, field? } }`.
 */
export function onEvent<S extends $ZodType>(
  name: string,
  schema: S,
  run: (ctx: LiveContext<output<S>>) => Promise<Result<object>>,
): LiveEvent {
  // The payload was parsed by this very schema.
  return { name, schema, run: (ctx) => run(ctx as LiveContext<output<S>>) }
}

/**
 * Closes a stream to somebody whose membership ends in this transaction: with the commit their sockets leave its room,
 * at once here and within a second on other nodes.
 */
export function closeStream(tx: Tx, stream: Stream, personId: string): void {
  touch(tx, { left: [{ stream, personId }] })
}

export type JoinRule = {
  readonly kind: Stream['kind']
  may(db: Db, personId: string, streamId: string): Promise<boolean>
}

/** Who may join the sockets' room of a stream of this kind; asked again whenever the membership may have changed. */
export function joinRule(kind: Stream['kind'], may: JoinRule['may']): JoinRule {
  return { kind, may }
}
