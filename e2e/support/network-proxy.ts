import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Page } from '@playwright/test'

/** A proxy between a browser and the server that can drop all connections without a close handshake. */
export type NetworkProxy = {
  readonly url: string
  /** Drops every connection and refuses new ones until restored. */
  cut(): void
  restore(): void
  close(): Promise<void>
}

export async function openNetworkProxy(target: string): Promise<NetworkProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isCut = false

  const server = createServer((client) => {
    if (isCut) return void client.destroy()
    const upstream = connect(Number(port), hostname)
    const pair = [client, upstream]
    for (const end of pair) {
      sockets.add(end)
      end.on('error', () => undefined)
      end.once('close', () => {
        sockets.delete(end)
        for (const other of pair) other.destroy()
      })
    }
    upstream.pipe(client)
    client.pipe(upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    cut() {
      isCut = true
      for (const end of sockets) end.destroy()
    },
    restore() {
      isCut = false
    },
    async close() {
      for (const end of sockets) end.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Limits the upload rate of a page in bytes per second; undefined removes the limit. The browser itself throttles,
 * because the sockets of one machine buffer megabytes.
 */
export async function throttleUploads(page: Page, bytesPerSecond: number | undefined): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const uploadThroughput = bytesPerSecond ?? -1
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
  await session.send('Network.emulateNetworkConditions', conditions)
}
