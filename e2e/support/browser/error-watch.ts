import type { Page } from '@playwright/test'

/** The browser's own message about a 4xx response, which some tests provoke, or about a 503, which is counted apart. */
const statusMessagePattern = /Failed to load resource: the server responded with a status of (4\d\d|503)/

/** Counts and reports are sent once: a busy server may lose them, and its user never waits for them. */
const sentOnce = /\/api\/analytics\//

/**
 * Records errors that must never happen on a page: console errors, uncaught errors, content policy violations, and calls
 * that a busy server refused with 503 and that did not succeed afterwards. Call before the first navigation; returns a
 * function that gives the errors so far.
 */
export async function watchErrors(page: Page): Promise<() => readonly string[]> {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !statusMessagePattern.test(message.text())) {
      errors.push(`${new URL(page.url()).pathname} console: ${message.text()}`)
    }
  })
  const unavailableCalls = new Set<string>()
  page.on('response', (response) => {
    const call = `${response.request().method()} ${response.url()}`
    if (response.status() === 503 && !sentOnce.test(call)) unavailableCalls.add(call)
    else if (response.status() < 400) unavailableCalls.delete(call)
  })
  page.on('pageerror', (error) => errors.push(`${new URL(page.url()).pathname} uncaught: ${error.message}`))
  await page.exposeFunction('notePolicyViolation', (violation: string) => errors.push(`policy: ${violation}`))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      // Exposed above; the page's types do not know it.
      const report = (globalThis as unknown as { notePolicyViolation(violation: string): void }).notePolicyViolation
      report(`${location.pathname} ${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  return () => [...errors, ...Array.from(unavailableCalls, (call) => `503 without a later success: ${call}`)]
}
