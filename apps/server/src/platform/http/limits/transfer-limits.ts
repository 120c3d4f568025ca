import { type FastifyInstance } from 'fastify'
import { IncomingMessage, type ServerResponse } from 'node:http'

/** A part of an upload (5 MiB) has this time, which a connection of 25 kbit/s keeps. */
export const uploadTimeoutMs = 30 * 60_000

export type TransferLimits = {
  /** A request has this time to send its body, unless it sends a file. */
  readonly bodyTimeoutMs: number
  /** A file that is sent or received makes some progress within this time, or its connection is closed. */
  readonly stalledTransferMs: number
}
export const transferLimits: TransferLimits = { bodyTimeoutMs: 60_000, stalledTransferMs: 60_000 }

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
export function addTransferLimits(app: FastifyInstance, { bodyTimeoutMs, stalledTransferMs }: TransferLimits): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // A call that is injected has no connection.
    if (request.raw instanceof IncomingMessage && hasBody(request.raw)) {
      if (request.routeOptions.config.receivesFile) closeWhenStalled(request.raw, stalledTransferMs)
      else limitBodyTime(request.raw, bodyTimeoutMs)
    }
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (needsReader(payload)) closeWhenStalled(reply.raw, stalledTransferMs)
    done(null, payload)
  })
}

/** Closes the connection of a request or reply when no byte has moved for this time. */
function closeWhenStalled(message: IncomingMessage | ServerResponse, timeoutMs: number): void {
  message.setTimeout(timeoutMs, () => message.destroy())
}

/** Sends 408 and closes the connection when the body is not complete after this time. */
function limitBodyTime(request: IncomingMessage, timeoutMs: number): void {
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

/** A reply of this size fits into the buffers of its connection, and ends whether or not its client reads. */
const maxBufferedBytes = 65_536

/** Returns whether a reply can stand still because its client does not read. */
function needsReader(payload: unknown): boolean {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length > maxBufferedBytes
  return typeof payload === 'object' && payload !== null
}
