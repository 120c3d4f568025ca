import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { type Env } from '../../../env.ts'

/** The route of the built app's files. */
export const builtFilesRoute = '/*'
const hstsMaxAgeSeconds = 31_536_000

/** The features that a page of ours may use and no other; no plugin sends this header. */
const permissionsPolicy =
  'xr-spatial-tracking=(self), microphone=(self), fullscreen=(self), display-capture=(self), screen-wake-lock=(self), publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), accelerometer=(), gyroscope=(), magnetometer=()'

/**
 * Adds security headers to every reply. HSTS is sent only if the public address uses a publicly trusted certificate;
 * browsers would otherwise refuse every other service on this machine. The content policy is our own, because it
 * depends on the reply.
 */
export function addSecurityHeaders(app: FastifyInstance, env: Env): void {
  const headers = commonHeaders(env)
  // Early, so that a protocol that writes the reply itself has them too.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', policyOf(request, reply, env))
    }
    done(null, payload)
  })
}

/** Returns all security headers of a reply that no hook sees, because its address could not even be read. */
export function headersWithoutHooks(env: Env): OutgoingHttpHeaders {
  return { ...commonHeaders(env), 'content-security-policy': closedCsp }
}

function commonHeaders(env: Env): OutgoingHttpHeaders {
  const secure = env.publicUrl?.startsWith('https:') === true && !env.https
  const headers = headersByHelmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: secure && { maxAge: hstsMaxAgeSeconds, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginResourcePolicy: { policy: env.allowedOrigins.length > 0 ? 'cross-origin' : 'same-origin' },
    xFrameOptions: { action: 'deny' },
    // Read by Internet Explorer and by plug-ins that no browser runs any more.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  return { ...headers, 'permissions-policy': permissionsPolicy }
}

/** Returns what helmet sets on a reply. It is the same for all, so it is asked once and not for each request. */
function headersByHelmet(options: HelmetOptions): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(options)(response.req, response, () => undefined)
  return response.getHeaders()
}

/** The worker that unpacks textures; its transcoder makes functions from strings. */
const transcoderWorkerFile = /^\/*assets\/basis\.worker-[\w-]+\.js$/
/** Of that worker alone, which has no document and reaches nothing but our own files. */
const transcoderCsp = "default-src 'none'; script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval'; connect-src 'self'"

/** The service worker, which has no document and is one script: it calls our server, and shows our images with pushes. */
const serviceWorkerFile = /^\/*service-worker\.js$/

function policyOf(request: FastifyRequest, reply: FastifyReply, env: Env): string {
  if (!isBuiltFile(request, reply)) return closedCsp
  // A worker runs under the policy of its own script.
  const file = builtFileOf(request)
  if (serviceWorkerFile.test(file)) return serviceWorkerCsp(env)
  return transcoderWorkerFile.test(file) ? transcoderCsp : assetCsp(env)
}

/** Returns the name of the built file that a request is for, as the router decoded it. */
function builtFileOf({ params }: FastifyRequest): string {
  // The route of built files has one parameter, the rest of the path.
  return (params as { readonly '*'?: string })['*'] ?? ''
}

/** Decided by the matched route, never by how its path was written. */
function isBuiltFile({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return routeOptions.url === builtFilesRoute && statusCode < 400
}

/** Where browsers report violations of a document's policy. */
export const cspReportPath = '/api/csp-reports'

/** For replies that are neither documents nor built files: nothing may run or load from them. */
const closedCsp = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox"

/** Returns the policy of built files; a worker runs under the policy of its own script. */
function assetCsp(env: Env): string {
  return `default-src 'self'; script-src 'self'; ${connectSources(env)}; frame-ancestors 'none'; base-uri 'none'`
}

function serviceWorkerCsp(env: Env): string {
  return `default-src 'none'; ${connectSources(env)}; img-src 'self'; frame-ancestors 'none'; base-uri 'none'`
}

function connectSources({ allowedOrigins }: Env): string {
  return ['connect-src', "'self'", ...allowedOrigins].join(' ')
}

/**
 * Returns the policy of the app's document: scripts only by nonce and what they load themselves, and strings become
 * script URLs only through the app's own Trusted Types policies.
 */
export function documentCsp(
  nonce: string,
  env: Env,
  trustedTypesPolicies: readonly string[] = ['default', 'veranda'],
): string {
  const otherOrigins = env.allowedOrigins.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')])
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic' 'wasm-unsafe-eval'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    ['connect-src', "'self'", ...otherOrigins].join(' '),
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypesPolicies.join(' ')}`,
    `report-uri ${cspReportPath}`,
  ].join('; ')
}
