import type { Page, Request } from '@playwright/test'

/** Follows what a page reads, data as well as code and texts; returns a function that gives the reads without a reply. */
export function followReads(page: Page): () => string[] {
  const open = new Set<Request>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && /^\/(?:api|assets)\//.test(pathname)) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return () => Array.from(open, (request) => request.url())
}
