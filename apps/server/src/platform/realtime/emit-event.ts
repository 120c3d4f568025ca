import { eventRefused } from '@veranda/contract/realtime/events.ts'
import { type EmittedPayload, type ServerEvent } from '@veranda/contract/realtime/socket-event.ts'
import { type Refusal, type Result } from '@veranda/core/result.ts'
import { type Socket } from 'socket.io'
import { httpStatusOf } from '../http/problem.ts'
import { errorMessage } from '../i18n.ts'

/** A socket, or the sockets of a Socket.IO room. */
type Emitter = { emit(name: string, payload: unknown): unknown }

/** Emits an event of the contract. */
export function emitEvent<E extends ServerEvent>(target: Emitter, { name }: E, payload: EmittedPayload<E>): void {
  target.emit(name, payload)
}

/** Acknowledges an event, or emits `error` if it was refused and the client requested no acknowledgement. */
export function acknowledgeResult(
  target: { socket: Socket; event: string; language: string; acknowledge: ((answer: object) => void) | undefined },
  result: Result<unknown>,
): void {
  // Handlers return objects; the event's contract names their fields.
  if (result.ok) return target.acknowledge?.({ ok: true, ...(result.value as object) })
  const error = toErrorPayload(result.refusal, target.language)
  if (target.acknowledge) target.acknowledge({ ok: false, error })
  else emitEvent(target.socket, eventRefused, { ...error, event: target.event })
}

/** Returns a refusal for the client; `status` is the corresponding HTTP status, so that it knows what to retry. */
function toErrorPayload(refusal: Refusal, language: string) {
  const { code, kind, field, detail } = refusal
  const problem = { code, status: httpStatusOf(kind), message: errorMessage(code, language, detail) }
  return field === undefined ? problem : { ...problem, field }
}
