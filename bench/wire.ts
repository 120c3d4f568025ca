import { connect, type Socket } from 'node:net'

/** One kept connection that writes whole requests and reads whole answers, as cheaply as pgbench does. */
export type Wire = { ask(request: string): Promise<{ status: number; text: string }>; end(): void }

export function openWire(url: string): Wire {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  let received = ''
  let waiting: { resolve(answer: { status: number; text: string }): void; reject(error: Error): void } | undefined
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    received += chunk
    const head = received.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = /content-length: (\d+)/i.exec(received)?.[1]
    if (length === undefined || received.length < head + 4 + Number(length)) return
    const answer = { status: Number(received.slice(9, 12)), text: received.slice(head + 4) }
    received = ''
    waiting?.resolve(answer)
  })
  socket.on('error', (error) => waiting?.reject(error))
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    end: () => socket.destroy(),
  }
}

/** The text of a POST with a JSON body. */
export function postOf(path: string, headers: Readonly<Record<string, string>>, body: object): string {
  const json = JSON.stringify(body)
  const lines = Object.entries({ host: 'bench', ...headers, 'content-type': 'application/json' })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `POST ${path} HTTP/1.1\r\n${head}content-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`
}
