import { type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { type Duplex } from 'node:stream'
import { connect as connectSecurely } from 'node:tls'

const patience = 3_000
/** Marks a line that one node passed on to another, so that none passes it on again. */
const passedOn = 'x-veranda-passed-on'

/** Answers a request for a line with a status, and nothing else. */
export function turnAway(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
}

/**
 * Passes the opening of a WebSocket on to the node that holds the room, byte by byte as it came, and joins the two
 * lines. What that node answers is answered. A line is passed on once, and never to `own`: where that would be needed,
 * and where the other cannot be reached, 502.
 */
export async function forward(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  own: string,
  whereabouts: () => Promise<string | undefined>,
): Promise<void> {
  // A line that breaks while the node is looked up must not bring the process down.
  socket.on('error', () => socket.destroy())
  const address = request.headers[passedOn] === undefined ? await whereabouts().catch(() => undefined) : undefined
  if (address === undefined || address === own) return turnAway(socket, '502 Bad Gateway')
  const { hostname, port, protocol } = new URL(address)
  const secure = protocol === 'https:'
  const place = { host: hostname, port: Number(port || (secure ? 443 : 80)) }
  const other = secure ? connectSecurely(place) : connect(place)
  const end = () => {
    socket.destroy()
    other.destroy()
  }
  let answered = false
  other.setTimeout(patience, end)
  other.on(secure ? 'secureConnect' : 'connect', () => {
    other.setTimeout(0)
    other.setNoDelay(true)
    const headers = [`${passedOn}: 1`]
    for (let at = 0; at < request.rawHeaders.length; at += 2) {
      headers.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`)
    }
    other.write(`${request.method} ${request.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
    if (head.length > 0) other.write(head)
    answered = true
    other.pipe(socket)
    socket.pipe(other)
  })
  other.on('error', () => {
    if (!answered) socket.write('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n')
    end()
  })
  socket.on('error', end)
  other.on('close', end)
  socket.on('close', end)
}
