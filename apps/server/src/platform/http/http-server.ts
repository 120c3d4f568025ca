import cookie from '@fastify/cookie'
import etag from '@fastify/etag'
import {
  errorCodes,
  fastify,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerFactory,
  LogController,
} from 'fastify'
import { hash, randomUUID } from 'node:crypto'
import { type IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import { type Authenticator } from '../access/authentication.ts'
import { namesInLanguage } from '../access/name-in-language.ts'
import { shareDatabaseTime } from '../db/database-time.ts'
import { type Deps } from '../deps.ts'
import { callDecorator } from './call.ts'
import { registerRoute } from './route-handler.ts'
import { addCors } from './browser-policy/cors.ts'
import { addApiDocs, generateOpenApi } from './api-docs/api-docs.ts'
import { sendsJson } from './api-docs/openapi.ts'
import { collectAllowedMethods, maxParamLength } from './allowed-methods.ts'
import { addCspReports } from './browser-policy/csp-reports.ts'
import { addErrorHandler } from './error-handler.ts'
import { addHealthRoutes, type Readiness } from './health.ts'
import { addSecurityHeaders } from './browser-policy/security-headers.ts'
import { type LocalCertificate } from './local-https/ensure-certificate.ts'
import { type PoolLoad } from './limits/load-shedding.ts'
import { addHostCheck } from './browser-policy/own-hosts.ts'
import { parseJson } from './parse-json.ts'
import { addRateLimits } from './limits/rate-limit.ts'
import { addTransferLimits, transferLimits, uploadTimeoutMs } from './limits/transfer-limits.ts'
import { preferredLanguage, rememberRawBody } from './request-info.ts'
import { proxyTrust } from './request-source.ts'
import { rejectUnreadableAddress, rejectUnreadableRequest } from './unreadable-requests.ts'
import { serializerCompiler } from './reply-serializer.ts'
import { type ServerRoute } from './route.ts'
import { type PublicDocument } from './web-app/public-document.ts'
import { addWebApp } from './web-app/web-app.ts'

export type HttpServerOptions = {
  deps: Deps
  authenticator: Authenticator
  /** The connections for requests. */
  pool: PoolLoad
  routes: readonly ServerRoute[]
  readiness: Readiness
  /** The folder of the built web app. */
  webFolder: string
  /** Addresses of the features whose documents are made on the server. */
  publicDocuments?: readonly PublicDocument[]
  /** Serves https with this certificate. */
  certificate?: LocalCertificate | undefined
  /** Counts requests and serves the counts; must come before the routes. */
  addMetrics?: ((app: FastifyInstance) => void) | undefined
  /** Adds pages that stand in for others' servers. */
  addSandboxPages?: ((app: FastifyInstance) => void) | undefined
}

const maxJsonBytes = 1_048_576
/** Running requests have this time to end when the server closes. */
const drainTimeoutMs = 10_000
const idleCheckIntervalMs = 100
/** The path for downloading the local certificate authority. */
export const certificateAuthorityPath = '/veranda-authority.crt'

/** A request that offers another protocol, such as HTTP/2, is answered as if it did not. */
const shouldUpgradeCallback = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket'

/** Builds the HTTP server without listening. Throws when a route has no access rule. */
export async function buildHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { deps, authenticator, pool, routes, readiness, webFolder, certificate, publicDocuments = [] } = options
  // Typed as Fastify's own logger interface, so that the server's type does not mention pino.
  const log: FastifyBaseLogger = deps.log
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: deps.env.trustedProxies !== 0 && proxyTrust(deps.env.trustedProxies),
    bodyLimit: maxJsonBytes,
    requestTimeout: uploadTimeoutMs,
    forceCloseConnections: 'idle',
    // A request that a proxy sent before it noticed is answered as any other.
    return503OnClosing: false,
    ...(certificate ? { serverFactory: httpsServerFactory(certificate) } : { http: { shouldUpgradeCallback } }),
    routerOptions: { maxParamLength },
    frameworkErrors: (_error, request, reply) => rejectUnreadableAddress(request, reply, deps.env),
    clientErrorHandler: (error, socket) => rejectUnreadableRequest(error, socket, deps.env),
  })
  // registerRoute parses after the access rule; Fastify uses the schemas only to document and serialise.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(serializerCompiler)
  const allowedMethods = collectAllowedMethods(app, webFolder)
  addErrorHandler(app)
  addSecurityHeaders(app, deps.env)
  addHostCheck(app, deps)
  addReplyHeaders(app, readiness)
  addNamesInLanguage(app)
  addTransferLimits(app, transferLimits)
  await addCors(app, deps)
  await app.register(cookie)
  await addRateLimits(app)
  // The first hook after the body has arrived; what reads it would lose the context of the call.
  app.addHook('preHandler', (_request, _reply, done) => shareDatabaseTime(done))
  app.decorateRequest(callDecorator)
  addBodyParsers(app, routes)
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions
    const status = reply.statusCode
    const fields = { method: request.method, route: url, status, ms: Math.round(reply.elapsedTime) }
    // The request's logger adds the request id.
    if (url === '/livez' || url === '/readyz') request.log.debug(fields, 'request completed')
    else request.log[status >= 500 ? 'warn' : 'info'](fields, 'answered')
    done()
  })
  options.addMetrics?.(app)
  const openApiDocument = await generateOpenApi(app, deps.env, routes)
  const dependencies = { deps, authenticator, pool }
  const [reads, others] = [routes.filter(isJsonRead), routes.filter((serverRoute) => !isJsonRead(serverRoute))]
  await app.register(async (scope) => {
    await addEtags(scope)
    addApiDocs(scope, { openApiDocument, env: deps.env, authenticator })
    for (const serverRoute of reads) registerRoute(scope, serverRoute, dependencies)
  })
  await app.register(async (scope) => {
    for (const serverRoute of others) registerRoute(scope, serverRoute, dependencies)
  })
  addHealthRoutes(app, deps.db, readiness)
  if (certificate) addCertificateAuthority(app, certificate)
  addCspReports(app)
  options.addSandboxPages?.(app)
  await addWebApp(app, { deps, folder: webFolder, allowedMethods, publicDocuments })
  return app
}

/**
 * Closes the server: accepts nothing new, lets running requests end, and cuts off those that still run after ten seconds.
 * Node closes the connections that are idle at that moment; one that is kept alive after its request would hold up the
 * end for as long as its client likes.
 */
export async function closeHttpServer(app: FastifyInstance): Promise<void> {
  const closeIdle = setInterval(() => app.server.closeIdleConnections(), idleCheckIntervalMs)
  const closeAll = setTimeout(() => app.server.closeAllConnections(), drainTimeoutMs)
  try {
    await app.close()
  } finally {
    clearInterval(closeIdle)
    clearTimeout(closeAll)
  }
}

/** Returns a factory for a TLS server, which Fastify and both sockets use like a plain one. */
function httpsServerFactory({ certificate, key }: LocalCertificate): FastifyServerFactory {
  return (handler) =>
    createServer(
      { cert: certificate, key, requestTimeout: uploadTimeoutMs, keepAliveTimeout: 72_000, shouldUpgradeCallback },
      handler,
    )
}

/** Serves the authority that a phone or headset has to trust. */
function addCertificateAuthority(app: FastifyInstance, { authority }: LocalCertificate): void {
  app.get(certificateAuthorityPath, { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('application/x-x509-ca-cert')
      .header('content-disposition', 'attachment; filename="veranda-authority.crt"')
      .send(authority),
  )
}

function addBodyParsers(app: FastifyInstance, routes: readonly ServerRoute[]): void {
  const webhookUrls = new Set(
    routes.filter(({ options }) => options.access?.kind === 'webhook').map(({ route }) => `/api${route.path}`),
  )
  app.removeAllContentTypeParsers()
  // A text matches the media type as a whole, with any parameters.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const contentType = request.headers['content-type'] ?? ''
    if (namesOtherCharset(contentType)) return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(contentType))
    // parseAs: 'buffer' passes a Buffer.
    const buffer = bytes as Buffer
    if (webhookUrls.has(request.routeOptions.url ?? '')) rememberRawBody(request, buffer)
    if (buffer.length === 0) return done(null, undefined)
    try {
      done(null, parseJson(buffer))
    } catch (error) {
      // parseJson throws nothing but errors.
      done(error as Error)
    }
  })
  // The upload protocol reads the stream itself.
  app.addContentTypeParser('application/offset+octet-stream', (_request, _stream, done) => done(null, undefined))
}

/** Returns whether a content type names a charset other than UTF-8, the only one of JSON (RFC 8259). */
function namesOtherCharset(contentType: string): boolean {
  const charset = /;\s*charset="?([^";\s]*)/i.exec(contentType)?.[1]
  return charset !== undefined && charset.toLowerCase() !== 'utf-8'
}

/**
 * Replies to writes are for this call alone: they may carry a token or a code. Once the node is not ready any more, each
 * reply is the last one of its connection, so that a proxy keeps none that closes while a request is on its way.
 */
function addReplyHeaders(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!['GET', 'HEAD'].includes(request.method) && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
    if (!readiness.ready) reply.header('connection', 'close')
    done(null, payload)
  })
}

/** Shows the names of erased accounts in the reader's language. Before the ETag, which depends on them. */
function addNamesInLanguage(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isJson = typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('application/json')
    done(null, isJson ? namesInLanguage(payload, preferredLanguage(request.headers['accept-language'])) : payload)
  })
}

/** Returns whether a route is read as JSON: its replies get an ETag. Files are streams, which have their own. */
const isJsonRead = (serverRoute: ServerRoute) => serverRoute.route.method === 'GET' && sendsJson(serverRoute)

/** Adds a weak ETag to the replies of the scope's routes; a browser with a current copy gets 304 without a body. */
async function addEtags(scope: FastifyInstance): Promise<void> {
  scope.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.statusCode === 200 && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'private, no-cache')
    }
    done(null, payload)
  })
  await scope.register(etag, { weak: true, hashFn: (payload) => hash('sha1', payload, 'base64url') })
}
