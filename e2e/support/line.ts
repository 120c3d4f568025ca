import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Page } from '@playwright/test'

/** A line between a browser and the server that can be cut without a goodbye. */
export type Line = {
  readonly url: string
  /** Tears every connection, and lets none through until it is mended. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function openLine(to: string): Promise<Line> {
  const { hostname, port } = new URL(to)
  const open = new Set<Socket>()
  let torn = false

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
    near.pipe(far)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  return {
    url: `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`,
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

/**
 * How many bytes a second a page may send; undefined is as fast as it goes. The browser itself holds them back: between
 * two sockets of one machine lie megabytes that count as sent.
 */
export async function sendSlowly(page: Page, bytesPerSecond: number | undefined): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const uploadThroughput = bytesPerSecond ?? -1
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
  await session.send('Network.emulateNetworkConditions', conditions)
}
