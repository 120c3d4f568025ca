import { type FastifyInstance, type FastifyRequest } from 'fastify'
import { type Env } from '../../env.ts'
import { makeProblem, problemContentType } from './problem.ts'
import { preferredLanguage } from './request-info.ts'

/** Returns whether the Origin header is our own or a configured origin. */
export function isAllowedOrigin(origin: string, host: string | undefined, env: Env): boolean {
  if (env.allowedOrigins.includes(origin)) return true
  if (env.publicUrl !== undefined && new URL(env.publicUrl).origin === origin) return true
  try {
    return env.mode === 'sandbox' && new URL(origin).host === host
  } catch {
    return false
  }
}

/** The headers of the resumable upload protocol (tus). */
const uploadRequestHeaders = 'tus-resumable, upload-length, upload-metadata, upload-offset'
const uploadResponseHeaders = 'location, tus-resumable, upload-offset, upload-length'

/** Adds CORS with credentials for ALLOWED_ORIGINS. Refuses writes from pages of other origins. */
export function addCors(app: FastifyInstance, env: Env): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined || !request.url.startsWith('/api/')) return undefined
    const allowed = isAllowedOrigin(origin, request.headers.host, env)
    if (allowed) {
      reply.header('access-control-allow-origin', origin)
      reply.header('access-control-allow-credentials', 'true')
      reply.header('access-control-expose-headers', `x-request-id, retry-after, etag, ${uploadResponseHeaders}`)
      reply.header('vary', 'origin')
    }
    if (request.method === 'OPTIONS' && allowed) {
      reply.header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
      const requestHeaders = 'authorization, content-type, idempotency-key, if-none-match, range'
      reply.header('access-control-allow-headers', `${requestHeaders}, ${uploadRequestHeaders}`)
      reply.header('access-control-max-age', '600')
      return reply.code(204).send()
    }
    return allowed || isReadRequest(request) ? undefined : refuseOrigin(request, reply)
  })
}

function isReadRequest(request: FastifyRequest): boolean {
  return request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS'
}

function refuseOrigin(
  request: FastifyRequest,
  reply: { code(status: number): { type(type: string): { send(body: unknown): unknown } } },
) {
  const document = makeProblem(
    403,
    'request.origin-refused',
    request.id,
    preferredLanguage(request.headers['accept-language']),
  )
  return reply.code(403).type(problemContentType).send(document)
}
