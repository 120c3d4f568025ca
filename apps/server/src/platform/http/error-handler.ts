import { type Problem } from '@veranda/contract/shared-schemas.ts'
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { isTemporaryError } from '../db/connection-errors.ts'
import { makeProblem, problemContentType } from './problem.ts'
import { preferredLanguage } from './request-info.ts'

/**
 * Turns every error into problem+json: protocol errors keep their status; 503 when the database cannot be reached, a
 * deadline has passed or a disk is full; 500 otherwise.
 */
export function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError & { field?: string }, request, reply) => {
    const language = preferredLanguage(request.headers['accept-language'])
    const send = (status: number, code: string, more?: Pick<Problem, 'facts' | 'field'>) =>
      reply
        .code(status)
        .type(problemContentType)
        .send(makeProblem(status, code, request.id, language, more))
    if (isTemporaryError(error)) {
      request.log.error({ err: error }, 'service unavailable')
      reply.header('retry-after', '2')
      return send(503, 'server.unavailable')
    }
    const status = error.statusCode ?? 500
    if (status === 413) return send(413, 'request.too-large')
    if (status === 429)
      return send(429, 'request.too-many', { facts: { seconds: Number(reply.getHeader('retry-after')) } })
    if (status === 415) return send(415, 'request.unsupported-type')
    if (status >= 400 && status < 500)
      return send(status, 'request.malformed', error.field === undefined ? {} : { field: error.field })
    request.log.error({ err: error }, 'request failed')
    return send(500, 'request.failed')
  })
}

/**
 * Makes the error handler of a navigation: sends the browser to a page of the app when the service is unavailable, and
 * leaves every other error to that of all routes.
 */
export function redirectWhenUnavailable(pageOf: (request: FastifyRequest) => string) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if (!isTemporaryError(error)) throw error
    request.log.error({ err: error }, 'service unavailable')
    void reply.header('cache-control', 'no-store').redirect(pageOf(request), 303)
  }
}
