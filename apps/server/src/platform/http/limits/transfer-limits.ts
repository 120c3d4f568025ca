import { type FastifyInstance } from 'fastify'
import { IncomingMessage, type ServerResponse } from 'node:http'

/** A request has this time to send its body, unless it sends a file. */
export const bodyTimeoutMs = 60_000
/** A part of an upload (5 MiB) has this time, which a connection of 25 kbit/s keeps. */
export const uploadTimeoutMs = 30 * 60_000
/** A file that is sent or received makes some progress within this time, or its connection is closed. */
export const stalledTransferMs = 60_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file and may take as long as an upload. */
    receivesFile?: boolean
  }
}

/**
 * Limits the time of bodies and the standstill of files in both directions: a client that does not read or send holds no
 * connection and no file handle for longer. Node's own limit on a request has to be that of an upload.
 */
export function addTransferLimits(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // A call that is injected has no connection.
    if (request.raw instanceof IncomingMessage && hasBody(request.raw)) {
      if (request.routeOptions.config.receivesFile) closeWhenStalled(request.raw, stalledTransferMs)
      else limitBodyTime(request.raw, bodyTimeoutMs)
    }
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStream(payload)) closeWhenStalled(reply.raw, stalledTransferMs)
    done(null, payload)
  })
}

/** Closes the connection of a request or reply when no byte has moved for this time. */
export function closeWhenStalled(message: IncomingMessage | ServerResponse, timeoutMs: number): void {
  message.setTimeout(timeoutMs, () => message.destroy())
}

/** Sends 408 and closes the connection when the body is not complete after this time. */
export function limitBodyTime(request: IncomingMessage, timeoutMs: number): void {
  const timeout = setTimeout(() => {
    if (request.complete) return
    request.socket.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n')
    request.destroy()
  }, timeoutMs)
  timeout.unref()
  request.once('close', () => clearTimeout(timeout))
  request.once('end', () => clearTimeout(timeout))
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function isStream(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'pipe' in payload
}
