import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A line between a browser and the server that can be slow, and cut without a goodbye. */
export type Line = {
  readonly url: string
  /** Bytes a second towards the server; undefined is as fast as it goes. */
  slowTo(bytesPerSecond: number | undefined): void
  /** Tears every connection, and lets none through until it is mended. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function openLine(to: string): Promise<Line> {
  const { hostname, port } = new URL(to)
  const open = new Set<Socket>()
  let torn = false
  let pace: number | undefined

  const server = createServer((near) => {
    if (torn) return void near.destroy()
    const far = connect(Number(port), hostname)
    const ends = [near, far]
    for (const end of ends) {
      open.add(end)
      end.on('error', () => undefined)
      end.once('close', () => {
        open.delete(end)
        for (const other of ends) other.destroy()
      })
    }
    far.pipe(near)
    near.on('data', (piece: Buffer) => {
      far.write(piece)
      if (pace === undefined) return
      near.pause()
      setTimeout(() => near.resume(), (piece.length * 1_000) / pace).unref()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  return {
    url: `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`,
    slowTo(bytesPerSecond) {
      pace = bytesPerSecond
    },
    cut() {
      torn = true
      for (const end of open) end.destroy()
    },
    mend() {
      torn = false
    },
    async close() {
      for (const end of open) end.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
