import { type Refusal, type Result } from '@veranda/core/result.ts'
import { type Socket } from 'socket.io'
import { statusOf } from '../http/problem.ts'
import { sentence } from '../http/sentences.ts'

/** Acknowledges an event, or emits `error` when it was refused and no acknowledgement was asked for. */
export function answer(
  to: { socket: Socket; event: string; language: string; acknowledge: ((answer: object) => void) | undefined },
  result: Result<unknown>,
): void {
  // Handlers answer objects: the contract of an event names their fields.
  if (result.ok) return to.acknowledge?.({ ok: true, ...(result.value as object) })
  const error = describe(result.refusal, to.language)
  if (to.acknowledge) to.acknowledge({ ok: false, error })
  else to.socket.emit('error', { ...error, event: to.event })
}

/** A refusal as a client reads it; `status` is what HTTP would say, so that it knows what may be tried again. */
function describe(refusal: Refusal, language: string) {
  const { code, kind, field, detail } = refusal
  const said = { code, status: statusOf(kind), message: sentence(code, language, detail) }
  return field === undefined ? said : { ...said, field }
}
