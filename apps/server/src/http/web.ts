import fastifyStatic from '@fastify/static'
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Env } from '../env.ts'
import { isDocument } from './documents.ts'
import { documentPolicy } from './headers.ts'
import { problem, problemType } from './problem.ts'
import { languageOf } from './request.ts'

const year = 31_536_000

/**
 * Serves the built app: hashed assets for a year, precompressed; everything else that a browser opens is index.html
 * with a fresh nonce, with status 404 when no screen lies there. A missing asset is 404, an unknown API path a problem.
 */
export async function addWeb(app: FastifyInstance, env: Env, folder: string): Promise<void> {
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
        response.setHeader('cache-control', hashed ? `public, max-age=${year}, immutable` : 'no-cache')
        if (path.endsWith('service-worker.js') || path.endsWith('service-worker.js.br')) {
          response.setHeader('service-worker-allowed', '/')
        }
      },
    })
  }
  const document = indexReader(join(folder, 'index.html'))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (!isDocumentRequest(request, path)) return absent(request, reply)
    const html = document()
    if (html === undefined) return absent(request, reply)
    return sendDocument(reply, html, env, isDocument(path) ? 200 : 404)
  })
  app.get('/', { schema: { hide: true } }, (request, reply) => {
    const html = document()
    return html === undefined ? absent(request, reply) : sendDocument(reply, html, env, 200)
  })
}

function isDocumentRequest(request: FastifyRequest, path: string): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (path === '/api' || path.startsWith('/api/') || path.startsWith('/socket.io')) return false
  const last = path.split('/').at(-1) ?? ''
  return !path.startsWith('/assets/') && !/\.[a-z0-9]{1,8}$/i.test(last)
}

function absent(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const document = problem(404, 'request.unknown-route', request.id, languageOf(request.headers['accept-language']))
  return reply.code(404).type(problemType).send(document)
}

/** index.html, read again only when it was built anew. */
function indexReader(file: string): () => string | undefined {
  let at = -1
  let html: string | undefined
  return () => {
    if (!existsSync(file)) return undefined
    const { mtimeMs } = statSync(file)
    if (mtimeMs !== at) {
      html = readFileSync(file, 'utf8')
      at = mtimeMs
    }
    return html
  }
}

function sendDocument(reply: FastifyReply, html: string, env: Env, status: number): FastifyReply {
  const nonce = randomBytes(18).toString('base64url')
  const text = html.replace(/<(script|style|link)(?=[\s>])/g, `<$1 nonce="${nonce}"`).replaceAll('__NONCE__', nonce)
  return reply
    .code(status)
    .header('content-security-policy', documentPolicy(nonce, env))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(text)
}
