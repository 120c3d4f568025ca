import * as z from 'zod/mini'
import { id } from '../shared-schemas.ts'

/** The sequenced stream that stores an event; events without one may be lost. */
export type StreamKind = 'conversation' | 'user' | 'room'

/** An event that the server emits: its name on the wire and the schema of its payload. */
export type ServerEvent<
  Schema extends z.core.$ZodType = z.core.$ZodType,
  Kind extends StreamKind | null = StreamKind | null,
  Name extends string = string,
> = {
  readonly direction: 'server-to-client'
  readonly name: Name
  readonly schema: Schema
  readonly stream: Kind
}

/** An event that clients send: its name, the schema of its payload and the schema of its acknowledgement. */
export type ClientEvent<
  Schema extends z.core.$ZodType = z.core.$ZodType,
  Reply extends z.core.$ZodType = z.core.$ZodType,
  Name extends string = string,
> = {
  readonly direction: 'client-to-server'
  readonly name: Name
  readonly schema: Schema
  readonly reply: Reply
  /** `other-clients`: part of the fixed protocol, which the web app itself covers by richer events. */
  readonly sentBy: 'web' | 'other-clients'
}

/** The type of the values that a schema accepts. */
export type OutputOf<Schema> = z.output<Schema>
/** The payload as a listener receives it. */
export type PayloadOf<E extends ServerEvent | ClientEvent> = OutputOf<E['schema']>
/** The acknowledgement of an event that a client sent. */
export type AcknowledgementOf<E extends ClientEvent> = OutputOf<E['reply']>

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
/** The payload as it is emitted; the stream adds `seq`. */
export type EmittedPayload<E extends ServerEvent | ClientEvent> = E extends { readonly stream: StreamKind }
  ? DistributiveOmit<z.input<E['schema']>, 'seq'>
  : z.input<E['schema']>

/** Declares an event that is not stored: what a client misses, it reads again. */
export function serverEvent<Name extends string, Schema extends z.core.$ZodType>(
  name: Name,
  schema: Schema,
): ServerEvent<Schema, null, Name> {
  return { direction: 'server-to-client', name, schema, stream: null }
}

/** Declares an event stored in the sequenced stream of a conversation, a user or a room; its payload carries `seq`. */
export function streamEvent<Kind extends StreamKind, Name extends string, Schema extends z.core.$ZodType>(
  stream: Kind,
  name: Name,
  schema: Schema,
): ServerEvent<Schema, Kind, Name> {
  return { direction: 'server-to-client', name, schema, stream }
}

/**
 * Declares the change event of an aggregate, stored in the stream of each user who sees it. `version` grows with every
 * change of the aggregate `id`; `parents` are the ids that a client's query keys need besides.
 */
export function changeEvent<Name extends `${string}:changed`, Parents extends z.core.$ZodLooseShape>(
  name: Name,
  parents: Parents,
) {
  return streamEvent('user', name, z.object({ seq: z.optional(z.int()), ...parents, id, version: z.int() }))
}

/** A change event of any aggregate. */
export type ChangeEvent = ServerEvent<z.core.$ZodType<{ id: string; version: number }>, 'user', `${string}:changed`>

/** Declares an event that clients send, with its acknowledgement. */
export function clientEvent<
  Name extends string,
  Schema extends z.core.$ZodType,
  Reply extends z.core.$ZodType = z.core.$ZodType,
>(name: Name, schema: Schema, reply: Reply, sentBy: ClientEvent['sentBy'] = 'web'): ClientEvent<Schema, Reply, Name> {
  return { direction: 'client-to-server', name, schema, reply, sentBy }
}

/** The acknowledgement of an event that has nothing to return. */
export const noReply = z.object({})
