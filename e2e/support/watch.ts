import type { Page } from '@playwright/test'

/** The browser's own line about an answer of the server, which some tests provoke. */
const aboutStatus = /Failed to load resource: the server responded with a status of 4\d\d/

/**
 * Notes what must never happen on a page: an error in the console, an uncaught one, a violation of the content policy.
 * Call before the first navigation; the answer gives what was noted so far.
 */
export async function watch(page: Page): Promise<() => readonly string[]> {
  const troubles: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !aboutStatus.test(message.text())) {
      troubles.push(`${new URL(page.url()).pathname} console: ${message.text()}`)
    }
  })
  page.on('pageerror', (error) => troubles.push(`${new URL(page.url()).pathname} uncaught: ${error.message}`))
  await page.exposeFunction('notePolicyViolation', (what: string) => troubles.push(`policy: ${what}`))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      // Exposed above; the page's own types do not know it.
      const note = (globalThis as unknown as { notePolicyViolation(what: string): void }).notePolicyViolation
      note(`${location.pathname} ${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  return () => troubles
}
