import cors, { type FastifyCorsOptions } from '@fastify/cors'
import { type FastifyInstance, type FastifyRequest } from 'fastify'
import { type Env } from '../../../env.ts'
import { recordRefusal } from '../../audit/request-refusals.ts'
import { type Deps } from '../../deps.ts'
import { makeProblem, problemContentType } from '../problem.ts'
import { isOwnHost } from './own-hosts.ts'
import { preferredLanguage } from '../request-info.ts'
import { requestSource } from '../request-source.ts'

/** Returns whether the Origin header is our own or a configured origin. */
export function isAllowedOrigin(origin: string, host: string | undefined, env: Env): boolean {
  if (env.allowedOrigins.includes(origin)) return true
  if (env.publicUrl !== undefined && new URL(env.publicUrl).origin === origin) return true
  if (env.mode !== 'sandbox' || host === undefined || !isOwnHost(host, env)) return false
  return origin === `http://${host}` || origin === `https://${host}`
}

const readMethods = ['GET', 'HEAD', 'OPTIONS']
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const requestHeaders = ['authorization', 'content-type', 'idempotency-key', 'if-none-match', 'range']
const responseHeaders = ['x-request-id', 'retry-after', 'etag']

/** The headers of the resumable upload protocol (tus). */
const uploadRequestHeaders = ['tus-resumable', 'upload-length', 'upload-metadata', 'upload-offset']
const uploadResponseHeaders = ['location', 'tus-resumable', 'upload-offset', 'upload-length']

const noOrigin: FastifyCorsOptions = { origin: false }
const allowedOrigin: FastifyCorsOptions = {
  origin: true,
  credentials: true,
  methods,
  allowedHeaders: [...requestHeaders, ...uploadRequestHeaders].join(', '),
  exposedHeaders: [...responseHeaders, ...uploadResponseHeaders].join(', '),
  maxAge: 600,
  // Otherwise an incomplete preflight would be refused as plain text and not as a problem.
  strictPreflight: false,
}

/** Adds CORS with credentials for ALLOWED_ORIGINS. Refuses writes from pages of other origins. */
export async function addCors(
  app: FastifyInstance,
  { env, failureLog }: Pick<Deps, 'env' | 'failureLog'>,
): Promise<void> {
  const isAllowed = ({ headers: { origin, host } }: FastifyRequest) =>
    origin !== undefined && isAllowedOrigin(origin, host, env)
  await app.register(cors, {
    delegator: (request, done) => {
      done(null, isForApi(request) && isAllowed(request) ? allowedOrigin : noOrigin)
    },
  })
  // CORS only hides replies from other origins; it does not keep their requests from being carried out.
  app.addHook('onRequest', async (request, reply) => {
    const { origin, 'accept-language': acceptLanguage } = request.headers
    // Whatever the path: its spelling must not decide.
    if (origin === undefined || readMethods.includes(request.method)) return
    if (isAllowed(request)) return
    recordRefusal(failureLog, 'origin', requestSource(request), { site: origin })
    const problem = makeProblem(403, 'request.origin-refused', request.id, preferredLanguage(acceptLanguage))
    await reply.code(403).type(problemContentType).send(problem)
  })
}

/** A preflight matches the plugin's own route and says nothing that its request would not be refused. */
function isForApi({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'OPTIONS' || routeOptions.url?.startsWith('/api/') === true
}
