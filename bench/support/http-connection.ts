import { connect, type Socket } from 'node:net'

/** A keep-alive connection that writes whole requests and reads whole responses, as cheaply as pgbench does. */
export type HttpConnection = {
  /** The name and port of the server, as a `Host` header has them. */
  readonly host: string
  send(request: string): Promise<{ status: number; text: string }>
  close(): void
}

export function openHttpConnection(url: string): HttpConnection {
  const { host, hostname, port } = new URL(url)
  const socket: Socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  let received = ''
  let waiting: { resolve(reply: { status: number; text: string }): void; reject(error: Error): void } | undefined
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    received += chunk
    const head = received.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = /content-length: (\d+)/i.exec(received)?.[1]
    if (length === undefined || received.length < head + 4 + Number(length)) return
    const reply = { status: Number(received.slice(9, 12)), text: received.slice(head + 4) }
    received = ''
    waiting?.resolve(reply)
  })
  socket.on('error', (error) => waiting?.reject(error))
  return {
    host,
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

/** Returns the text of a POST request with a JSON body. */
export function formatPost(
  path: string,
  headers: Readonly<Record<string, string>> & { readonly host: string },
  body: object,
): string {
  const json = JSON.stringify(body)
  const headerLines = Object.entries({ ...headers, 'content-type': 'application/json' })
  const head = headerLines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `POST ${path} HTTP/1.1\r\n${head}content-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`
}
