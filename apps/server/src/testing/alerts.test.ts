import { day, instant } from '@veranda/core/time/instant.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { compareWithProviderNightly } from '../features/payments/provider-report/compare-with-provider.ts'
import { checkLedgerNightly } from '../platform/ledger/nightly-check.ts'
import { scheduleNightly } from '../platform/timers/nightly-timer.ts'
import { testApp, type TestApp } from './test-app.ts'

const docs = join(import.meta.dirname, '../../../../docs')
const runbook = readFileSync(join(docs, 'runbook.md'), 'utf8')
const rule = z.strictObject({
  alert: z.string().check(z.regex(/^[A-Z][A-Za-z]+$/)),
  expr: z.string(),
  for: z.optional(z.string().check(z.regex(/^\d+m$/))),
  labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
})
const { groups } = z
  .strictObject({ groups: z.array(z.strictObject({ name: z.string(), rules: z.array(rule) })) })
  .parse(parse(readFileSync(join(docs, 'alerts.yml'), 'utf8')))
const rules = groups.flatMap((group) => group.rules)

/** Figures that Prometheus makes itself, and labels that it adds to ours. */
const prometheusFigures = ['up']
const prometheusLabels = ['job', 'instance']
const words = new Set(['by', 'or', 'and', 'unless', 'without', 'on', 'le'])

let app: TestApp
/** The names of all figures of a node, and the labels of those that have any. */
const served = { names: new Set<string>(), labels: new Map<string, Set<string>>() }
beforeAll(async () => {
  const token = 'a-token-for-the-scraper'
  app = await testApp({
    env: { METRICS_TOKEN: token },
    startAt: instant(Date.now() - (Date.now() % day) + day / 2),
  })
  // Has figures only after a check, and counts only after a request.
  await scheduleNightly(app.deps, [checkLedgerNightly, compareWithProviderNightly])
  await app.advance(day)
  const scrape = async () =>
    (await app.app.http.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })).body
  await scrape()
  for (const line of (await scrape()).split('\n')) {
    const [, name, labels] = /^(?:# TYPE )?([a-z_]\w*)(?:\{(.*?)\})?/.exec(line) ?? []
    if (name === undefined) continue
    served.names.add(name)
    const keys = [...(labels ?? '').matchAll(/(\w+)="/g)].map(([, key = '']) => key)
    served.labels.set(name, new Set([...(served.labels.get(name) ?? []), ...keys]))
  }
})
afterAll(() => app.close())

/** Returns the figures that an expression reads, with the labels that it selects. */
function figuresIn(expression: string): { name: string; labels: string[] }[] {
  const withoutRanges = expression.replaceAll(/\b(by|without|on)\s*\([^)]*\)|\[\w+\]/g, '')
  return [...withoutRanges.matchAll(/(?<![\w.])([a-z_]\w*)\s*(?:\{([^}]*)\})?(?!\w)(?!\s*\()/g)].flatMap(
    ([, name = '', selector]) => {
      if (words.has(name)) return []
      return [{ name, labels: [...(selector ?? '').matchAll(/(\w+)\s*[!=]/g)].map(([, label = '']) => label) }]
    },
  )
}

test('expressions are taken apart', () => {
  expect(
    figuresIn('histogram_quantile(0.95, sum by (le) (rate(a_bucket{x="1",y!="2"}[5m]))) > 1 or max(b) / c'),
  ).toEqual([
    { name: 'a_bucket', labels: ['x', 'y'] },
    { name: 'b', labels: [] },
    { name: 'c', labels: [] },
  ])
})

test.each(rules.map(({ alert, expr }) => [alert, expr]))('%s reads figures that exist', (_, expression) => {
  const figures = figuresIn(expression)
  expect(figures.length).toBeGreaterThan(0)
  for (const { name, labels } of figures) {
    expect([...served.names, ...prometheusFigures]).toContain(name)
    const servedLabels = served.labels.get(name)
    // A count without a sample has no labels yet.
    if (servedLabels && servedLabels.size > 0)
      for (const label of labels) expect([...servedLabels, ...prometheusLabels]).toContain(label)
  }
})

test('every figure that tells of a failure has an alert', () => {
  const read = new Set(rules.flatMap(({ expr }) => figuresIn(expr).map(({ name }) => name.replace(/_bucket$/, ''))))
  const ours = [...served.names].filter((name) => name.startsWith('veranda_') && !/_(bucket|sum|count)$/.test(name))
  expect(ours.length).toBeGreaterThan(15)
  // Figures that describe a load, or that another figure of an alert contains.
  const others = [
    'veranda_failed_sign_in_accounts_last_hour',
    'veranda_failed_sign_in_addresses_last_hour',
    'veranda_event_handler_lag_events',
    'veranda_timers_late',
    'veranda_sockets',
    'veranda_rooms',
    'veranda_room_participants',
  ]
  expect(ours.filter((name) => !read.has(name)).toSorted()).toEqual(others.toSorted())
})

test('every alert has its section in the runbook, which says what it means, where to look and what to do', () => {
  const sections = runbook.split(/^## /m).slice(1)
  expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(rules.map(({ alert }) => alert))
  for (const section of sections) {
    expect([...section.matchAll(/^\*\*(\w+)\.\*\* \S/gm)].map(([, title]) => title)).toEqual(['Means', 'Look', 'Do'])
  }
  for (const { alert, annotations } of rules) expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`)
})
