import cookie from '@fastify/cookie'
import {
  fastify,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerFactory,
  LogController,
} from 'fastify'
import { hash, randomUUID } from 'node:crypto'
import { createServer } from 'node:https'
import { type Access, sessionCookie } from '../access/access.ts'
import { type Deps } from '../deps.ts'
import { bindRoute } from './bind.ts'
import { addOrigins } from './cors.ts'
import { addDocs } from './docs.ts'
import { addErrors } from './errors.ts'
import { addHealth, type Readiness } from './health.ts'
import { addSecurityHeaders } from './headers.ts'
import { type KeptCertificate } from './local/keep-certificate.ts'
import { RateCounter } from './rate-limit.ts'
import { keepRaw } from './request.ts'
import { serializerCompiler } from './serialize.ts'
import { type ServedRoute } from './serve.ts'
import { addWeb } from './web.ts'

export type HttpParts = {
  deps: Deps
  access: Access
  routes: readonly ServedRoute[]
  readiness: Readiness
  /** The built web app. */
  webFolder: string
  /** Speaks https with it. */
  certificate?: KeptCertificate | undefined
}

const jsonLimit = 1_048_576
const requestTimeout = 60_000
/** Where the local certificate's authority is fetched. */
export const authorityPath = '/veranda-authority.crt'

/** The HTTP server as a value: not listening yet. Fails when a route does not say who may call it. */
export async function buildHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { deps, access, routes, readiness, webFolder, certificate } = parts
  // As Fastify's own interface of a logger, so that the server's type names no pino.
  const log: FastifyBaseLogger = deps.log
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: deps.env.trustProxy,
    bodyLimit: jsonLimit,
    requestTimeout,
    forceCloseConnections: 'idle',
    ...(certificate ? { serverFactory: secureServer(certificate) } : {}),
    routerOptions: { maxParamLength: 200 },
  })
  // Parsing is done by bindRoute, after the caller's standing; Fastify only describes and serialises by the schemas.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(serializerCompiler)
  addErrors(app)
  addSecurityHeaders(app, deps.env)
  addOrigins(app, deps.env)
  await app.register(cookie)
  addBodies(app, routes)
  addEtags(app)
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions
    const status = reply.statusCode
    const line = { method: request.method, route: url, status, ms: Math.round(reply.elapsedTime) }
    // The request's own logger adds its id.
    if (url === '/livez' || url === '/readyz') request.log.debug(line, 'answered')
    else request.log[status >= 500 ? 'warn' : 'info'](line, 'answered')
    done()
  })
  await addDocs(app, deps.env, routes)
  const binding = { deps, access, counter: new RateCounter(), cookieName: sessionCookie }
  await app.register(async (scope) => {
    for (const served of routes) bindRoute(scope, served, binding)
  })
  addHealth(app, deps.db, readiness)
  if (certificate) addAuthority(app, certificate)
  await addWeb(app, deps.env, webFolder)
  return app
}

/** A server that speaks TLS is used like one that does not, by Fastify and by both sockets. */
function secureServer({ certificate, key }: KeptCertificate): FastifyServerFactory {
  return (handler) => createServer({ cert: certificate, key, requestTimeout, keepAliveTimeout: 72_000 }, handler)
}

/** What a phone or headset has to trust, to be fetched with it. */
function addAuthority(app: FastifyInstance, { authority }: KeptCertificate): void {
  app.get(authorityPath, { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('application/x-x509-ca-cert')
      .header('content-disposition', 'attachment; filename="veranda-authority.crt"')
      .send(authority),
  )
}

function addBodies(app: FastifyInstance, routes: readonly ServedRoute[]): void {
  const signed = new Set(
    routes.filter(({ standing }) => standing.who?.kind === 'webhook').map(({ route }) => `/api${route.path}`),
  )
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/json/, { parseAs: 'buffer' }, (request, bytes, done) => {
    // parseAs: 'buffer' hands over a Buffer.
    const buffer = bytes as Buffer
    if (signed.has(request.routeOptions.url ?? '')) keepRaw(request, buffer)
    if (buffer.length === 0) return done(null, undefined)
    try {
      done(null, JSON.parse(buffer.toString('utf8')))
    } catch {
      done(Object.assign(new Error('malformed JSON'), { statusCode: 400 }))
    }
  })
  // Uploads are read by their own protocol as they come.
  app.addContentTypeParser('application/offset+octet-stream', (_request, _stream, done) => done(null, undefined))
}

/** API reads carry a weak tag; a browser that has the same answer gets 304 without a body. */
function addEtags(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const read = request.method === 'GET' && request.url.startsWith('/api/') && reply.statusCode === 200
    if (!read || typeof payload !== 'string') return done(null, payload)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
    const tag = `W/"${hash('sha1', payload, 'base64url')}"`
    reply.header('etag', tag)
    if (request.headers['if-none-match'] !== tag) return done(null, payload)
    reply.code(304)
    return done(null, '')
  })
}
