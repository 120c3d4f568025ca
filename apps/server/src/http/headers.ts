import { type FastifyInstance } from 'fastify'
import { type Env } from '../env.ts'

/**
 * Headers that every answer carries. HSTS only where the public address is https by a certificate of the world: kept for
 * a local one, it would shut out everything else on this machine.
 */
export function addSecurityHeaders(app: FastifyInstance, env: Env): void {
  const secure = env.publicUrl?.startsWith('https:') === true && !env.https
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': env.allowedOrigins.length > 0 ? 'cross-origin' : 'same-origin',
    'permissions-policy':
      'xr-spatial-tracking=(self), microphone=(self), camera=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), display-capture=(), accelerometer=(), gyroscope=(), magnetometer=()',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(headers)
    reply.header('x-request-id', request.id)
    if (!reply.hasHeader('content-security-policy')) {
      const answer = request.url.startsWith('/api') ? closedPolicy : assetPolicy(env)
      reply.header('content-security-policy', answer)
    }
    done(null, payload)
  })
}

/** For answers that are no documents: nothing may run or load from them. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox"

/** For the built files: a worker lives under the policy of its own script's answer. */
function assetPolicy(env: Env): string {
  const connect = ['connect-src', "'self'", ...env.allowedOrigins].join(' ')
  return `default-src 'self'; script-src 'self'; ${connect}; frame-ancestors 'none'; base-uri 'none'`
}

/**
 * The policy of the app's document. Scripts only by nonce and what they load themselves; strings become script
 * addresses only through the app's own Trusted Types policies.
 */
export function documentPolicy(nonce: string, env: Env, policies: readonly string[] = ['default', 'veranda']): string {
  const elsewhere = env.allowedOrigins.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')])
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic' 'wasm-unsafe-eval'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    ['connect-src', "'self'", ...elsewhere].join(' '),
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    `trusted-types ${policies.join(' ')}`,
  ].join('; ')
}
