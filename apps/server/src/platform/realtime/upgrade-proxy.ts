import { type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { type Duplex } from 'node:stream'
import { connect as connectSecurely } from 'node:tls'

const connectTimeoutMs = 3_000
/** Header that marks a proxied upgrade, so that it is not proxied again. */
const proxiedHeader = 'x-veranda-proxied'

/** The time that a client has to read a rejection and close. */
const rejectionGraceMs = 1_000

/** Rejects an upgrade request with an HTTP status, and closes the connection even if the client does not. */
export function rejectUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
  const timer = setTimeout(() => socket.destroy(), rejectionGraceMs)
  socket.once('close', () => clearTimeout(timer))
}

/**
 * Proxies a WebSocket upgrade byte for byte to the node that has the room and joins the two sockets. Never proxies
 * twice or to `ownAddress`. Responds 502 in these cases and when the other node cannot be reached.
 */
export async function proxyUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  ownAddress: string,
  findAddress: () => Promise<string | undefined>,
): Promise<void> {
  const address = request.headers[proxiedHeader] === undefined ? await findAddress().catch(() => undefined) : undefined
  if (address === undefined || address === ownAddress) return rejectUpgrade(socket, '502 Bad Gateway')
  const { hostname, port, protocol } = new URL(address)
  const secure = protocol === 'https:'
  const target = { host: hostname, port: Number(port || (secure ? 443 : 80)) }
  const upstream = secure ? connectSecurely(target) : connect(target)
  const destroyBoth = () => {
    socket.destroy()
    upstream.destroy()
  }
  let connected = false
  upstream.setTimeout(connectTimeoutMs, destroyBoth)
  upstream.on(secure ? 'secureConnect' : 'connect', () => {
    upstream.setTimeout(0)
    upstream.setNoDelay(true)
    const headers = [`${proxiedHeader}: 1`]
    for (let index = 0; index < request.rawHeaders.length; index += 2) {
      headers.push(`${request.rawHeaders[index]}: ${request.rawHeaders[index + 1]}`)
    }
    upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
    if (head.length > 0) upstream.write(head)
    connected = true
    upstream.pipe(socket)
    socket.pipe(upstream)
  })
  upstream.on('error', () => {
    if (!connected) socket.write('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n')
    destroyBoth()
  })
  socket.on('error', destroyBoth)
  upstream.on('close', destroyBoth)
  socket.on('close', destroyBoth)
}
