import fastifyStatic from '@fastify/static'
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Env } from '../../../env.ts'
import { type AllowedMethods, withoutOrigin } from '../allowed-methods.ts'
import { isScreenPath } from './screen-paths.ts'
import { documentCsp } from '../browser-policy/security-headers.ts'
import { makeProblem, problemContentType } from '../problem.ts'
import { preferredLanguage } from '../request-info.ts'

const assetMaxAgeSeconds = 31_536_000

/**
 * Serves the built app. Hashed assets are precompressed and cached for a year; every other document is index.html with
 * a fresh nonce, with status 404 if no screen has that path. A missing asset is 404, an unknown API path a problem.
 */
export async function addWebApp(
  app: FastifyInstance,
  { env, folder, allowedMethods }: { env: Env; folder: string; allowedMethods: AllowedMethods },
): Promise<void> {
  if (existsSync(folder)) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: true,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['**/index.html'],
      setHeaders(response, path) {
        const hashed = path.includes(join(folder, 'assets'))
        response.setHeader('cache-control', hashed ? `public, max-age=${assetMaxAgeSeconds}, immutable` : 'no-cache')
        if (path.endsWith('service-worker.js') || path.endsWith('service-worker.js.br')) {
          response.setHeader('service-worker-allowed', '/')
        }
      },
    })
  }
  const document = makeIndexReader(join(folder, 'index.html'))
  const replyWithoutRoute = (request: FastifyRequest, reply: FastifyReply) => {
    const path = plainPath(request.url)
    const allowed = allowedMethods({ url: request.url, plainPath: path })
    // A preflight that reaches this point is from an origin that is not allowed, and its reply does not allow it.
    if (allowed.length > 0 && request.method === 'OPTIONS')
      return reply.code(204).header('allow', allowed.join(', ')).send()
    if (allowed.length > 0 && !allowed.includes(request.method)) return replyMethodNotAllowed(request, reply, allowed)
    if (path === undefined || !isDocumentRequest(request, path)) return replyNotFound(request, reply)
    const html = document()
    if (html === undefined) return replyNotFound(request, reply)
    return sendDocument(reply, html, env, isScreenPath(path) ? 200 : 404)
  }
  // Before a body is read, whose type must not decide.
  app.addHook('onRequest', async (request, reply) => (request.is404 ? replyWithoutRoute(request, reply) : undefined))
  app.setNotFoundHandler(replyWithoutRoute)
  app.get('/', { schema: { hide: true } }, (request, reply) => {
    const html = document()
    return html === undefined ? replyNotFound(request, reply) : sendDocument(reply, html, env, 200)
  })
}

/**
 * Returns the path that an address means: decoded, without dot segments and doubled slashes, so that every spelling of
 * it gets the same answer. Undefined when it cannot be decoded.
 */
function plainPath(url: string): string | undefined {
  try {
    const decoded = decodeURIComponent(withoutOrigin(url).split('?', 1)[0] ?? '/')
    return new URL(`http://localhost/${decoded.replace(/[?#].*$/s, '')}`).pathname.replace(/\/{2,}/g, '/')
  } catch {
    return undefined
  }
}

function isDocumentRequest(request: FastifyRequest, path: string): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (/^\/(api|socket\.io)(\/|$)/i.test(path)) return false
  const fileName = path.split('/').at(-1) ?? ''
  return !path.startsWith('/assets/') && !/\.[a-z0-9]{1,8}$/i.test(fileName)
}

function replyNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const document = makeProblem(
    404,
    'request.unknown-route',
    request.id,
    preferredLanguage(request.headers['accept-language']),
  )
  return reply.code(404).type(problemContentType).send(document)
}

function replyMethodNotAllowed(request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]): FastifyReply {
  const language = preferredLanguage(request.headers['accept-language'])
  return reply
    .code(405)
    .header('allow', allowed.join(', '))
    .type(problemContentType)
    .send(makeProblem(405, 'request.method-not-allowed', request.id, language))
}

/** Returns a function that reads index.html and caches it until the file changes. */
function makeIndexReader(file: string): () => string | undefined {
  let readAtMs = -1
  let html: string | undefined
  return () => {
    if (!existsSync(file)) return undefined
    const { mtimeMs } = statSync(file)
    if (mtimeMs !== readAtMs) {
      html = readFileSync(file, 'utf8')
      readAtMs = mtimeMs
    }
    return html
  }
}

function sendDocument(reply: FastifyReply, html: string, env: Env, status: number): FastifyReply {
  const nonce = randomBytes(18).toString('base64url')
  const text = html.replace(/<(script|style|link)(?=[\s>])/g, `<$1 nonce="${nonce}"`).replaceAll('__NONCE__', nonce)
  return reply
    .code(status)
    .header('content-security-policy', documentCsp(nonce, env))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(text)
}
