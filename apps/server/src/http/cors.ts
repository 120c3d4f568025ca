import { type FastifyInstance, type FastifyRequest } from 'fastify'
import { type Env } from '../env.ts'
import { problem, problemType } from './problem.ts'
import { languageOf } from './request.ts'

/** Whether a browser's Origin is our own or one of the configured ones. */
export function isKnownOrigin(origin: string, host: string | undefined, env: Env): boolean {
  if (env.allowedOrigins.includes(origin)) return true
  if (env.publicUrl !== undefined && new URL(env.publicUrl).origin === origin) return true
  try {
    return env.mode === 'sandbox' && new URL(origin).host === host
  } catch {
    return false
  }
}

/** What the protocol of resumable uploads says in headers. */
const uploadHeaders = 'tus-resumable, upload-length, upload-metadata, upload-offset'
const uploadAnswers = 'location, tus-resumable, upload-offset, upload-length'

/** CORS with credentials for ALLOWED_ORIGINS; a write that another website's page sends is refused. */
export function addOrigins(app: FastifyInstance, env: Env): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined || !request.url.startsWith('/api/')) return undefined
    const known = isKnownOrigin(origin, request.headers.host, env)
    if (known) {
      reply.header('access-control-allow-origin', origin)
      reply.header('access-control-allow-credentials', 'true')
      reply.header('access-control-expose-headers', `x-request-id, retry-after, etag, ${uploadAnswers}`)
      reply.header('vary', 'origin')
    }
    if (request.method === 'OPTIONS' && known) {
      reply.header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
      const usual = 'authorization, content-type, idempotency-key, if-none-match, range'
      reply.header('access-control-allow-headers', `${usual}, ${uploadHeaders}`)
      reply.header('access-control-max-age', '600')
      return reply.code(204).send()
    }
    return known || isRead(request) ? undefined : refuse(request, reply)
  })
}

function isRead(request: FastifyRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS'
}

function refuse(
  request: FastifyRequest,
  reply: { code(status: number): { type(type: string): { send(body: unknown): unknown } } },
) {
  const document = problem(403, 'request.origin-refused', request.id, languageOf(request.headers['accept-language']))
  return reply.code(403).type(problemType).send(document)
}
