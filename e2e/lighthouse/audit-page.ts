import type { BrowserContext, Page } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'

export type Preset = 'mobile' | 'desktop'

/** With nothing stored, or with what an earlier visit left: cache and service worker. */
export type Visit = 'first' | 'later'

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof categories)[number]

/** The results of one page on one preset. */
export type PageAudit = {
  /** Largest contentful paint and total blocking time of the run with the median performance, in milliseconds. */
  readonly largestPaintMs: number
  readonly blockingMs: number
  /** The lowest and the highest performance score of all runs, 0 to 100. */
  readonly performanceRange: readonly [number, number]
  /** Scores, 0 to 100; performance is the median of all runs, the others are those of the first run. */
  readonly scores: Readonly<Record<Category, number>>
  /** Audits of the other categories that the page does not pass in full, with the first element they name. */
  readonly failures: readonly string[]
}

/** A page of a running Chromium that listens on a port. */
type Run = { readonly url: string; readonly port: number; readonly preset: Preset; readonly visit: Visit }
type Report = Awaited<ReturnType<typeof runOnce>>

/** A hanging run fails instead of holding the machine. */
const maxLoadMs = 45_000

/**
 * Audits a page in a running Chromium, several times for performance. Lighthouse opens a tab of its own beside the
 * session's. For a first visit it empties the cache and drops service workers before each run; cookies and local storage
 * are not on its list of what to clear, so the session stays. For a later visit it clears nothing.
 */
export async function auditPage(run: Run, runs: number): Promise<PageAudit> {
  const first = await runOnce(run, categories)
  const reports = [first]
  while (reports.length < runs) reports.push(await runOnce(run, ['performance']))
  const byPerformance = reports.toSorted((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))
  const median = byPerformance[Math.floor(byPerformance.length / 2)] ?? first
  const valueOf = (name: string) => median.audits[name]?.numericValue ?? Number.NaN
  return {
    largestPaintMs: valueOf('largest-contentful-paint'),
    blockingMs: valueOf('total-blocking-time'),
    performanceRange: [
      scoreOf(byPerformance[0] ?? first, 'performance'),
      scoreOf(byPerformance.at(-1) ?? first, 'performance'),
    ],
    scores: {
      performance: scoreOf(median, 'performance'),
      accessibility: scoreOf(first, 'accessibility'),
      'best-practices': scoreOf(first, 'best-practices'),
      seo: scoreOf(first, 'seo'),
    },
    failures: categories.slice(1).flatMap((category) => failuresOf(first, category)),
  }
}

async function runOnce({ url, port, preset, visit }: Run, onlyCategories: readonly Category[]) {
  const flags = {
    port,
    onlyCategories: [...onlyCategories],
    maxWaitForLoad: maxLoadMs,
    disableFullPageScreenshot: true,
    disableStorageReset: visit === 'later',
  }
  const result = await lighthouse(url, flags, preset === 'desktop' ? desktopConfig : undefined)
  if (!result) throw new Error(`Lighthouse returned nothing for ${url}`)
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  // A guard that sent the page to the sign-in would be measured in its place.
  if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname) {
    throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`)
  }
  return lhr
}

function scoreOf(report: Report, category: Category): number {
  return Math.round((report.categories[category]?.score ?? 0) * 100)
}

function failuresOf(report: Report, category: Category): string[] {
  const counted = report.categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? []
  return counted.flatMap(({ id }) => {
    const audit = report.audits[id]
    if (!audit || audit.score === null || audit.score >= 1) return []
    const items = audit.details?.type === 'table' ? JSON.stringify(audit.details.items.slice(0, 2)) : ''
    return [`${category} ${id}: ${audit.title} ${items}`.slice(0, 600)]
  })
}

/**
 * Returns the bytes of JavaScript, as transferred, that a first visit loads before its screen is drawn: once `drawn` is
 * there and nothing is loading.
 */
export async function measureFirstScripts(context: BrowserContext, url: string, drawn: string): Promise<number> {
  const page = await context.newPage()
  await forgetFiles(page, url)
  await page.goto(url)
  const bytes = await page.waitForFunction((selector) => {
    if (!document.querySelector(selector) || document.querySelector('#first-view, [aria-busy="true"]')) return undefined
    return performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && new URL(entry.name).pathname.endsWith('.js'))
      .reduce((total, entry) => total + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0), 0)
  }, drawn)
  const value = await bytes.jsonValue()
  await page.close()
  return value ?? Number.NaN
}

/** Empties the cache and drops service workers, as Lighthouse does before each run. */
async function forgetFiles(page: Page, url: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  const storageTypes = 'service_workers,cache_storage'
  await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes })
  await session.detach()
}
