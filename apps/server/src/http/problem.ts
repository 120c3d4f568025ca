import { STATUS_CODES } from 'node:http'
import { type Problem } from '@veranda/contract/shapes.ts'
import { type Refusal, type RefusalKind } from '@veranda/core/result.ts'
import { sentence } from './sentences.ts'

const statuses: Record<RefusalKind, number> = {
  invalid: 422,
  'not-signed-in': 401,
  'not-allowed': 403,
  'not-found': 404,
  conflict: 409,
  expired: 410,
  payment: 402,
  'too-many': 429,
  unavailable: 503,
}

/** The HTTP status that stands for a kind of refusal. */
export function statusOf(kind: RefusalKind): number {
  return statuses[kind]
}

/** The RFC 9457 document of a refusal: its stable code, its sentence in the reader's language, the request's id. */
export function problemOf(refusal: Refusal, requestId: string, language: string): Problem {
  return problem(statuses[refusal.kind], refusal.code, requestId, language, {
    ...(refusal.field === undefined ? {} : { field: refusal.field }),
    ...(refusal.detail === undefined ? {} : { facts: refusal.detail }),
  })
}

/** A problem document for what the transport itself refuses. */
export function problem(
  status: number,
  code: string,
  requestId: string,
  language: string,
  more: Pick<Problem, 'field' | 'errors' | 'facts'> = {},
): Problem {
  return {
    type: `urn:veranda:problem:${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: sentence(code, language, more.facts),
    code,
    requestId,
    ...more,
  }
}

export const problemType = 'application/problem+json; charset=utf-8'
