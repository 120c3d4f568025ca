import { type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { type Duplex } from 'node:stream'
import { connect as connectSecurely } from 'node:tls'

const connectTimeoutMs = 3_000
/** The time that the other node has for the first bytes of its reply. A frozen one accepts connections and is silent. */
const replyTimeoutMs = 3_000
/** Header that marks a proxied upgrade, so that it is not proxied again. */
const proxiedHeader = 'x-veranda-proxied'

/** The time that a client has to read a rejection and close. */
const rejectionGraceMs = 1_000

const unavailable = '503 Service Unavailable'
/** The seconds after which a client may try again where a status says that it may. */
const retryAfterSeconds = 2

/**
 * Rejects an upgrade request with an HTTP status, with 503 also saying when to try again, and closes the connection even
 * if the client does not.
 */
export function rejectUpgrade(socket: Duplex, status: string): void {
  const retryAfter = status === unavailable ? `Retry-After: ${retryAfterSeconds}\r\n` : ''
  socket.end(`HTTP/1.1 ${status}\r\n${retryAfter}Connection: close\r\n\r\n`)
  const timer = setTimeout(() => socket.destroy(), rejectionGraceMs)
  socket.once('close', () => clearTimeout(timer))
}

/**
 * Proxies a WebSocket upgrade byte for byte to the node that has the room and joins the two sockets. Never proxies
 * twice or to `ownAddress`. Responds 502 in these cases and when the other node cannot be reached, and 503 when it does
 * not connect or reply in time, and when `findAddress` fails. From its first bytes on there is no timeout.
 */
export async function proxyUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  ownAddress: string,
  findAddress: () => Promise<string | undefined>,
): Promise<void> {
  const isProxied = request.headers[proxiedHeader] !== undefined
  const address = isProxied ? undefined : await findAddress().catch(() => null)
  // The database did not say where the room is.
  if (address === null) return rejectUpgrade(socket, unavailable)
  if (address === undefined || address === ownAddress) return rejectUpgrade(socket, '502 Bad Gateway')
  const { hostname, port, protocol } = new URL(address)
  const secure = protocol === 'https:'
  const target = { host: hostname, port: Number(port || (secure ? 443 : 80)) }
  const upstream = secure ? connectSecurely(target) : connect(target)
  let isAnswered = false
  const destroyBoth = () => {
    clearTimeout(deadline)
    socket.destroy()
    upstream.destroy()
  }
  /** Rejects the upgrade if the other node has not answered it; the client's socket stays open to read that. */
  const giveUp = (status: string) => {
    if (isAnswered) return destroyBoth()
    isAnswered = true
    clearTimeout(deadline)
    upstream.off('close', onUpstreamClose)
    socket.unpipe(upstream)
    upstream.destroy()
    rejectUpgrade(socket, status)
  }
  const onUpstreamClose = () => giveUp('502 Bad Gateway')
  let deadline = setTimeout(() => giveUp(unavailable), connectTimeoutMs)
  upstream.on(secure ? 'secureConnect' : 'connect', () => {
    clearTimeout(deadline)
    deadline = setTimeout(() => giveUp(unavailable), replyTimeoutMs)
    upstream.setNoDelay(true)
    const headers = [`${proxiedHeader}: 1`]
    for (let index = 0; index < request.rawHeaders.length; index += 2) {
      headers.push(`${request.rawHeaders[index]}: ${request.rawHeaders[index + 1]}`)
    }
    upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
    if (head.length > 0) upstream.write(head)
    upstream.once('data', () => {
      isAnswered = true
      clearTimeout(deadline)
    })
    // Ended by `giveUp`, which may still have a reply to send.
    upstream.pipe(socket, { end: false })
    socket.pipe(upstream)
  })
  upstream.on('end', () => isAnswered && socket.end())
  upstream.on('error', () => giveUp('502 Bad Gateway'))
  upstream.on('close', onUpstreamClose)
  socket.on('error', destroyBoth)
  socket.on('close', destroyBoth)
}
