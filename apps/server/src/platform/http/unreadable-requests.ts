import { type FastifyReply, type FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { type Socket } from 'node:net'
import { type Env } from '../../env.ts'
import { headersWithoutHooks } from './browser-policy/security-headers.ts'
import { makeProblem, problemContentType } from './problem.ts'
import { preferredLanguage } from './request-info.ts'

/** Rejects an address that cannot be decoded. No hook runs for it. */
export function rejectUnreadableAddress(request: FastifyRequest, reply: FastifyReply, env: Env): void {
  const language = preferredLanguage(request.headers['accept-language'])
  void reply
    .code(400)
    .headers(headersWithoutHooks(env))
    .type(problemContentType)
    .serializer(JSON.stringify)
    .send(makeProblem(400, 'request.malformed', request.id, language))
}

/** The statuses of what Node gives up on before there is a request; everything else is 400. */
const statusOfFailure: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/**
 * Rejects what Node cannot read as a request, such as an unknown method, and closes the connection. There is no request
 * for a hook or a reply, and nothing of it is known, not even a language.
 */
export function rejectUnreadableRequest(error: Error, socket: Socket, env: Env): void {
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = statusOfFailure[code] ?? 400
  const requestId = randomUUID()
  const problem = makeProblem(status, status === 431 ? 'request.too-large' : 'request.malformed', requestId, 'en')
  const body = JSON.stringify(problem)
  const headers = {
    ...headersWithoutHooks(env),
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-type': problemContentType,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`, () =>
    socket.destroy(),
  )
}
