import { type EmittedPayload, type ServerEvent } from '@veranda/contract/realtime/socket-event.ts'
import { type $ZodType } from 'zod/v4/core'
import { type Db, type Tx } from '../db/database.ts'
import { signalAfterCommit, type Stream } from '../db/commit-signals.ts'

/** An event that is not stored. */
type VolatileEvent = ServerEvent<$ZodType, null>

/**
 * Emits events without a sequence, which may be lost: typing, presence. What must not be lost goes through
 * appendToStream.
 */
export type Realtime = {
  emitToUser<E extends VolatileEvent>(userId: string, event: E, payload: EmittedPayload<E>): void
  /** Emits to every socket of this node. */
  emitToAll<E extends VolatileEvent>(event: E, payload: EmittedPayload<E>): void
  /** Emits to every socket that joined the stream, except `except` (a socket id). */
  emitToStream<E extends VolatileEvent>(stream: Stream, event: E, payload: EmittedPayload<E>, except?: string): void
  /** Returns the path of the socket service's WebSocket for an id and the node that serves it. */
  acquireSocketPath(id: string): Promise<{ path: string; node: string }>
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
