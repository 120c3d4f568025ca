import { expect, type Page } from '@playwright/test'
import type { NetworkProxy } from '../support/server/network-proxy.ts'

/** Waits until the worker handles the page's requests. */
export async function waitForWorker(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
}

/** Waits until the worker keeps what can be read offline. */
export async function waitForKeptReads(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const name = (await caches.keys()).find((cache) => cache.startsWith('veranda-reads-'))
        // Noted once all of it has been read ahead.
        return name !== undefined && (await (await caches.open(name)).match('/kept-at')) !== undefined
      }),
    )
    .toBe(true)
}

/** Takes the network away: no connection is made, and the browser knows. */
export async function goOffline(page: Page, proxy: NetworkProxy): Promise<void> {
  proxy.cut()
  await page.context().setOffline(true)
}

export async function goOnline(page: Page, proxy: NetworkProxy): Promise<void> {
  proxy.restore()
  await page.context().setOffline(false)
}
