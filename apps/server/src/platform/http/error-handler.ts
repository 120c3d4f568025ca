import { type Problem } from '@veranda/contract/shared-schemas.ts'
import { type FastifyError, type FastifyInstance } from 'fastify'
import { isConnectionError } from '../db/connection-errors.ts'
import { makeProblem, problemContentType } from './problem.ts'
import { preferredLanguage } from './request-info.ts'

/**
 * Turns every error into problem+json: protocol errors keep their status, an unreachable database is 503, everything
 * else is 500.
 */
export function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const language = preferredLanguage(request.headers['accept-language'])
    const send = (status: number, code: string, more?: Pick<Problem, 'facts'>) =>
      reply
        .code(status)
        .type(problemContentType)
        .send(makeProblem(status, code, request.id, language, more))
    if (isConnectionError(error)) {
      request.log.error({ err: error }, 'database unreachable')
      reply.header('retry-after', '2')
      return send(503, 'service.unavailable')
    }
    const status = error.statusCode ?? 500
    if (status === 413) return send(413, 'request.too-large')
    if (status === 429)
      return send(429, 'request.too-many', { facts: { seconds: Number(reply.getHeader('retry-after')) } })
    if (status === 415) return send(415, 'request.unsupported-type')
    if (status >= 400 && status < 500) return send(status, 'request.malformed')
    request.log.error({ err: error }, 'request failed')
    return send(500, 'request.failed')
  })
}
