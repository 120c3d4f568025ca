import { STATUS_CODES } from 'node:http'
import { type Problem } from '@veranda/contract/shared-schemas.ts'
import { type Refusal, type RefusalKind } from '@veranda/core/result.ts'
import { errorMessage } from '../i18n.ts'

const statusByKind: Record<RefusalKind, number> = {
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

/** Returns the HTTP status of a kind of refusal. */
export function httpStatusOf(kind: RefusalKind): number {
  return statusByKind[kind]
}

/**
 * Returns the RFC 9457 document of a refusal: its stable code, its message in the reader's language, and the request
 * id.
 */
export function toProblem(refusal: Refusal, requestId: string, language: string): Problem {
  return makeProblem(statusByKind[refusal.kind], refusal.code, requestId, language, {
    ...(refusal.field === undefined ? {} : { field: refusal.field }),
    ...(refusal.detail === undefined ? {} : { facts: refusal.detail }),
  })
}

/** Makes a problem document for errors of the transport itself. */
export function makeProblem(
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
    detail: errorMessage(code, language, more.facts),
    code,
    requestId,
    ...more,
  }
}

export const problemContentType = 'application/problem+json; charset=utf-8'
