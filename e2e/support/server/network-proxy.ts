import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Page } from '@playwright/test'

/** A proxy in front of a server that can drop all connections without a close handshake, or let nothing through. */
export type NetworkProxy = {
  /** The target's address with the proxy's port. */
  readonly url: string
  /** Drops every connection and refuses new ones until restored. */
  cut(): void
  /** Keeps every connection, also new ones, but lets nothing through until restored, as a broken network does. */
  stall(): void
  /**
   * Swallows for good what the connections that are open now send, without closing them; new ones work. So does a
   * firewall that has lost its state.
   */
  forget(): void
  restore(): void
  close(): Promise<void>
}

export async function openNetworkProxy(target: string): Promise<NetworkProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const piped = new Map<Socket, Socket>()
  const waiting = new Set<Socket>()
  let state: 'open' | 'cut' | 'stalled' = 'open'

  const connectToTarget = (client: Socket) => {
    const upstream = connect(Number(port), hostname)
    const pair = [client, upstream]
    for (const end of pair) {
      sockets.add(end)
      end.on('error', () => undefined)
      end.once('close', () => {
        sockets.delete(end)
        piped.delete(end)
        for (const other of pair) other.destroy()
      })
    }
    upstream.pipe(client)
    client.pipe(upstream)
    piped.set(client, upstream).set(upstream, client)
  }
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy()
    if (state === 'open') return connectToTarget(client)
    client.on('error', () => client.destroy())
    client.once('close', () => waiting.delete(client))
    waiting.add(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = typeof address === 'object' ? String(address?.port) : ''
  return {
    url: url.href.replace(/\/$/, ''),
    cut() {
      state = 'cut'
      for (const end of [...sockets, ...waiting]) end.destroy()
    },
    stall() {
      state = 'stalled'
      for (const end of sockets) end.pause()
    },
    forget() {
      for (const [end, other] of piped) end.unpipe(other).resume()
      piped.clear()
    },
    restore() {
      state = 'open'
      for (const end of sockets) end.resume()
      for (const client of waiting) connectToTarget(client)
      waiting.clear()
    },
    async close() {
      for (const end of [...sockets, ...waiting]) end.destroy()
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
