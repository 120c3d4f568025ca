import fastifyStatic from '@fastify/static'
import { minute } from '@veranda/core/time/instant.ts'
import { textDirection } from '@veranda/i18n/text-direction.ts'
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { type Env } from '../../../env.ts'
import { isTemporaryError } from '../../db/connection-errors.ts'
import { type Deps } from '../../deps.ts'
import { addressKey, rateLimited } from '../limits/rate-limit.ts'
import { type DocumentReply, type DocumentRequest, type PublicDocument } from './public-document.ts'
import { type BuiltFiles, makeBuiltFiles } from './entry-files.ts'
import { makeFileReader } from './file-reader.ts'
import { type RenderedPage, renderPage } from './render-page.ts'
import { type AllowedMethods, withoutOrigin } from '../allowed-methods.ts'
import { isScreenPath } from './screen-paths.ts'
import { documentCsp } from '../browser-policy/security-headers.ts'
import { makeProblem, problemContentType } from '../problem.ts'
import { preferredLanguage, readRequestInfo } from '../request-info.ts'

const assetMaxAgeSeconds = 31_536_000
/** Of Brotli: a few milliseconds for a page, which is made for each visit. */
const documentQuality = 4

type WebAppOptions = {
  readonly deps: Deps
  readonly folder: string
  readonly allowedMethods: AllowedMethods
  /** Addresses that tell search engines and shared links what they show. */
  readonly publicDocuments: readonly PublicDocument[]
}

/** Tells crawlers what is worth reading: the public pages with their pictures, and where the list of them is. */
const robotsDocument: PublicDocument = {
  path: '/robots.txt',
  rateLimit: { per: 'address', max: 60, windowMs: minute },
  read: async ({ origin }) => {
    const rules = [
      'User-agent: *',
      'Allow: /api/explore',
      'Allow: /api/config',
      'Allow: /api/files/',
      'Allow: /api/assets/',
      'Disallow: /api/',
    ]
    return {
      kind: 'text',
      type: 'text/plain; charset=utf-8',
      text: `${rules.join('\n')}\n\nSitemap: ${origin}/sitemap.xml\n`,
    }
  },
}

/**
 * Serves the built app. Hashed assets are precompressed and cached for a year; every other document is index.html with
 * a fresh nonce, with status 404 if no screen has that path. A missing asset is 404, an unknown API path a problem.
 */
export async function addWebApp(
  app: FastifyInstance,
  { deps, folder, allowedMethods, publicDocuments }: WebAppOptions,
): Promise<void> {
  const { env } = deps
  if (existsSync(folder)) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: true,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['**/index.html'],
      // Not found like any other address of nothing, instead of forbidden.
      allowedPath: (path) => !path.split('/').includes('..'),
      setHeaders(response, path) {
        const hashed = path.includes(join(folder, 'assets'))
        response.setHeader('cache-control', hashed ? `public, max-age=${assetMaxAgeSeconds}, immutable` : 'no-cache')
        if (path.endsWith('service-worker.js') || path.endsWith('service-worker.js.br')) {
          response.setHeader('service-worker-allowed', '/')
        }
      },
    })
  }
  const document = makeFileReader(join(folder, 'index.html'), (html) => html)
  const builtFiles = makeBuiltFiles(folder)
  const documents = [robotsDocument, ...publicDocuments]
  for (const publicDocument of documents) addPublicDocument(app, publicDocument, { deps, builtFiles, document })
  const replyWithoutRoute = (request: FastifyRequest, reply: FastifyReply) => {
    const path = plainPath(request.url)
    const allowed = allowedMethods({ url: request.url, plainPath: path })
    // A preflight that reaches this point is from an origin that is not allowed, and its reply does not allow it.
    if (allowed.length > 0 && request.method === 'OPTIONS')
      return reply.code(204).header('allow', allowed.join(', ')).send()
    if (allowed.length > 0 && !allowed.includes(request.method)) return replyMethodNotAllowed(request, reply, allowed)
    if (path === undefined || !isDocumentRequest(request, path)) return replyNotFound(request, reply)
    // Another spelling of a public address, which is served under one.
    const plain = path.replace(/\/$/, '')
    const isPublic = documents.some((one) => matchesPath(one.path, plain))
    // The router refuses a name that is too long, which no spelling makes shorter.
    if (isPublic && plain !== request.url.split('?', 1)[0]) return reply.redirect(`${plain}${queryOf(request)}`, 301)
    const html = document()
    if (html === undefined) return replyNotFound(request, reply)
    return sendDocument(reply, html, env, isScreenPath(path) && !isPublic ? 200 : 404)
  }
  // Before a body is read, whose type must not decide.
  app.addHook('onRequest', async (request, reply) => (request.is404 ? replyWithoutRoute(request, reply) : undefined))
  app.setNotFoundHandler(replyWithoutRoute)
  app.get('/', { schema: { hide: true } }, (request, reply) => {
    const html = document()
    return html === undefined ? replyNotFound(request, reply) : sendDocument(reply, html, env, 200)
  })
}

/** Serves a public document, filled in on the server; what reads the database is limited per address of the network. */
function addPublicDocument(
  app: FastifyInstance,
  { path, rateLimit, read }: PublicDocument,
  { deps, builtFiles, document }: { deps: Deps; builtFiles: BuiltFiles; document: () => string | undefined },
): void {
  const { env, db, clock, failureLog } = deps
  const count =
    rateLimit &&
    app.createRateLimit({
      max: rateLimit.max,
      timeWindow: rateLimit.windowMs,
      keyGenerator: (request) => `${rateLimit.name ?? path} ${addressKey(request.ip)}`,
    })
  async function limitReads(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const counted = await count?.(request)
    if (!counted || counted.isAllowed || !counted.isExceeded) return
    const info = readRequestInfo(request, env)
    failureLog.record({ action: rateLimited, reason: 'rate-limited', userId: null, request: info })
    reply.header('retry-after', counted.ttlInSeconds)
    throw Object.assign(new Error('above the rate limit'), { statusCode: 429 })
  }
  const options = { schema: { hide: true }, preHandler: env.rateLimits && count ? [limitReads] : [] }
  app.get(path, options, async (request, reply) => {
    // The router takes a slash at the end for an empty parameter.
    const [plain = ''] = request.url.split('?', 1)
    if (plain.endsWith('/')) return reply.redirect(`${plain.replace(/\/+$/, '')}${queryOf(request)}`, 301)
    const html = document()
    if (html === undefined) return replyNotFound(request, reply)
    const origin = env.publicUrl ?? `${request.protocol}://${request.host}`
    const language = preferredLanguage(request.headers['accept-language'])
    // Fastify parses both; a repeated name makes a list, which no document reads.
    const params = request.params as DocumentRequest['params']
    const query = request.query as DocumentRequest['query']
    let answer: DocumentReply
    try {
      answer = await read({ db, now: clock.now(), origin, params, query, language, builtFile: builtFiles.address })
    } catch (error) {
      if (!isTemporaryError(error)) throw error
      // The app still opens, and says itself that it cannot read the page.
      request.log.error({ err: error }, 'public document failed')
      return sendDocument(reply.header('retry-after', '2'), html, env, 503)
    }
    switch (answer.kind) {
      case 'page':
        return sendDocument(reply, html, env, 200, {
          head: answer.head,
          origin,
          files: builtFiles.entryFiles(answer.entries),
          // A signed-in visitor sees the page in the shell.
          firstView: readRequestInfo(request, env).cookieToken === undefined ? answer.firstView : undefined,
        })
      case 'text':
        return reply.type(answer.type).header('cache-control', 'no-cache').send(answer.text)
      case 'moved':
        return reply.redirect(`${answer.path}${queryOf(request)}`, 301)
      case 'not-found':
        return sendDocument(reply, html, env, 404)
    }
  })
}

function queryOf(request: FastifyRequest): string {
  const start = request.url.indexOf('?')
  return start === -1 ? '' : request.url.slice(start)
}

/** Returns whether a path is one of a pattern like `/explore/:handle`. */
function matchesPath(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at])
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

function sendDocument(
  reply: FastifyReply,
  html: string,
  env: Env,
  status: number,
  page?: Omit<RenderedPage, 'nonce' | 'language'>,
): FastifyReply {
  const nonce = randomBytes(18).toString('base64url')
  const language = preferredLanguage(reply.request.headers['accept-language'])
  // The nonce first, so that no text of a user's can ask for it.
  const app = html
    .replace(/<(script|style|link)(?=[\s>])/g, `<$1 nonce="${nonce}"`)
    .replaceAll('__NONCE__', nonce)
    .replace(
      /<html lang="en" dir="ltr"/,
      `<html lang="${language}" dir="${textDirection(language)}" data-mode="${env.mode}"`,
    )
  reply
    .code(status)
    .header('content-security-policy', documentCsp(nonce, env))
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-language')
    .type('text/html; charset=utf-8')
  return page ? sendCompressed(reply, renderPage(app, { ...page, nonce, language })) : reply.send(app)
}

/** Sends a page with its first read and first view, which is some ten times as long as the app's plain document. */
function sendCompressed(reply: FastifyReply, text: string): FastifyReply {
  reply.header('vary', 'accept-encoding, accept-language, cookie')
  if (!/\bbr\b/.test(reply.request.headers['accept-encoding'] ?? '')) return reply.send(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: documentQuality }
  return reply.header('content-encoding', 'br').send(brotliCompressSync(text, { params }))
}
