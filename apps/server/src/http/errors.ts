import { type FastifyError, type FastifyInstance } from 'fastify'
import { isDatabaseAway } from '../db/away.ts'
import { problem, problemType } from './problem.ts'
import { languageOf } from './request.ts'

/** Every error becomes problem+json: what the transport refuses by its own status, a database away 503, the rest 500. */
export function addErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const language = languageOf(request.headers['accept-language'])
    const send = (status: number, code: string) =>
      reply
        .code(status)
        .type(problemType)
        .send(problem(status, code, request.id, language))
    if (isDatabaseAway(error)) {
      request.log.error({ err: error }, 'the database is away')
      reply.header('retry-after', '2')
      return send(503, 'service.unavailable')
    }
    const status = error.statusCode ?? 500
    if (status === 413) return send(413, 'request.too-large')
    if (status === 415) return send(415, 'request.unsupported-type')
    if (status >= 400 && status < 500) return send(status, 'request.malformed')
    request.log.error({ err: error }, 'a request failed')
    return send(500, 'request.failed')
  })
}
