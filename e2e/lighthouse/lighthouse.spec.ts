import { expect, test } from '../support/fixtures.ts'
import { openApiClient } from '../support/api-client.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { readingChairProject } from '../support/reading-chair.ts'
import { signInAsDemoUser } from '../support/sign-in.ts'
import {
  auditPage,
  type Category,
  categories,
  measureFirstScripts,
  type PageAudit,
  type Preset,
  type Visit,
} from './audit-page.ts'
import { openAuditedBrowser } from './audited-browser.ts'

/** Runs of each page and preset for performance, whose median counts. */
const runs = Number(process.env['LIGHTHOUSE_RUNS'] ?? 5)
const presets = ['mobile', 'desktop'] as const satisfies readonly Preset[]
/** Lowest scores. Pages behind the sign-in are not for search engines, so their SEO is not limited. */
const minScores: Readonly<Record<Category, number>> = {
  performance: 95,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
}
const bytesPerKib = 1_024

type AuditedPage = { readonly path: string; readonly drawn: string }
type Row = {
  readonly path: string
  readonly visit: Visit
  readonly preset: Preset
  readonly scriptKib: number
  readonly audit: PageAudit
}

const publicPages: readonly AuditedPage[] = [
  { path: '/login', drawn: '#root input[type=email]' },
  { path: '/register', drawn: '#root input[type=email]' },
  { path: '/explore', drawn: '#root h1' },
  { path: '/explore/kenji-arai', drawn: '#root h1' },
]

// Run by `npm run e2e -- lighthouse`: fourteen audits of about a minute.
test.setTimeout(45 * 60_000)

test('every audited page loads fast and is accessible, on a phone and on a desktop', async ({ world }) => {
  // By its name, because passkeys need one and the page would say so.
  const url = world.server.url.replace('127.0.0.1', 'localhost')
  const { projectId } = await readingChairProject(await openApiClient(url, 'Kenji'))
  const signedInPages: readonly AuditedPage[] = [
    { path: '/dashboard', drawn: '#root main h1' },
    { path: '/search', drawn: '#root main h1' },
    // The overview; its viewer opens by a press.
    { path: `/projects/${projectId}`, drawn: '#root main h1' },
  ]
  const browser = await openAuditedBrowser(url)
  const rows: Row[] = []
  const auditAll = async (pages: readonly AuditedPage[], visit: Visit, limited: readonly Category[]) => {
    for (const { path, drawn } of pages) {
      const scriptKib = (await measureFirstScripts(browser.context, url + path, drawn)) / bytesPerKib
      for (const preset of presets) {
        const audit = await auditPage({ url: url + path, port: browser.port, preset, visit }, runs)
        const row = { path, visit, preset, scriptKib, audit }
        rows.push(row)
        process.stdout.write(`${formatRow(row)}\n`)
        for (const category of limited) {
          const message = `${path} on ${preset}, ${visit} visit: ${category}\n${audit.failures.join('\n')}`
          expect.soft(audit.scores[category], message).toBeGreaterThanOrEqual(minScores[category])
        }
      }
    }
  }
  try {
    await auditAll(publicPages, 'first', categories)
    const page = await browser.context.newPage()
    await signInAsDemoUser(mouseInput(page), 'Maya Torres')
    await page.close()
    const withoutSeo = categories.filter((category) => category !== 'seo')
    await auditAll(signedInPages, 'later', withoutSeo)
    // Everything is loaded again only after the browser has dropped its cache. What that costs is shown, not limited.
    await auditAll(
      signedInPages,
      'first',
      withoutSeo.filter((category) => category !== 'performance'),
    )
  } finally {
    await browser.close()
    process.stdout.write(`\nMedian of ${runs} runs each:\n${formatRow()}\n${rows.map(formatRow).join('\n')}\n`)
  }
})

/** Formats a row of the table, or its head. */
function formatRow(row?: Row): string {
  const cells = row
    ? [
        row.path.replace(/[0-9a-f-]{36}/, ':id'),
        row.preset,
        row.visit,
        `${(row.audit.largestPaintMs / 1_000).toFixed(2)} s`,
        `${row.audit.blockingMs.toFixed(0)} ms`,
        `${row.scriptKib.toFixed(1)} KiB`,
        `${row.audit.scores.performance} (${row.audit.performanceRange.join('–')})`,
        ...categories.slice(1).map((category) => String(row.audit.scores[category])),
      ]
    : ['page', 'preset', 'visit', 'LCP', 'blocking', 'first scripts', 'performance', ...categories.slice(1)]
  return cells.map((cell, column) => (column === 0 ? cell.padEnd(22) : cell.padStart(column < 6 ? 14 : 16))).join('')
}
