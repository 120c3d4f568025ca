import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { chromiumLaunchOptions } from '../support/browser/chromium.ts'

export type AuditedBrowser = {
  /** The browser's own context: Lighthouse opens its tabs there, with the same cookies and storage. */
  readonly context: BrowserContext
  /** Port on loopback by which Lighthouse drives the browser. */
  readonly port: number
  close(): Promise<void>
}

/** Starts the Chromium of the journeys with an empty profile and a port for Lighthouse. */
export async function openAuditedBrowser(baseURL: string): Promise<AuditedBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'veranda-lighthouse-'))
  const port = await findFreePort()
  const { args, executablePath } = chromiumLaunchOptions
  const context = await chromium.launchPersistentContext(profile, {
    baseURL,
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
    locale: 'en-GB',
    viewport: null,
  })
  return {
    context,
    port,
    async close() {
      await context.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no port is free')
  return address.port
}
