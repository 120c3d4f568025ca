import { type EmittedPayload, type ServerEvent } from '@veranda/contract/realtime/socket-event.ts'

/** A socket, or the sockets of a Socket.IO room. */
type Emitter = { emit(name: string, payload: unknown): unknown }

/** Emits an event of the contract. */
export function emitEvent<E extends ServerEvent>(target: Emitter, { name }: E, payload: EmittedPayload<E>): void {
  target.emit(name, payload)
}
