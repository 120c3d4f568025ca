import { type FastifyRequest } from 'fastify'
import { type Actor } from '../access/actor.ts'
import { type FieldError } from './parse-input.ts'
import { type RequestInfo } from './route.ts'

type RequestParts = { params: unknown; query: unknown; body: unknown }
/** `notFound`: the path parameters cannot name anything that exists. */
export type ParsedRequest =
  | { ok: true; value: RequestParts }
  | { ok: false; notFound: boolean; code: string; errors: FieldError[] }

/** A request before it is handled. `parts` is undefined for a raw route. */
export type Call = {
  readonly info: RequestInfo
  readonly actor: Actor | undefined
  readonly parts: ParsedRequest | undefined
}

/** The request's property that holds the `Call`. */
export const callDecorator = 'call'

/** Returns the call of a request whose caller has been identified. */
export function callOf(request: FastifyRequest): Call {
  return request.getDecorator<Call>(callDecorator)
}
