import { countPageView, listErrors, listPageViews, reportError } from '@veranda/contract/analytics/routes.ts'
import { type ErrorReportBody } from '@veranda/contract/analytics/schemas.ts'
import { day, instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminCommands } from '../../admin.ts'
import { scheduleNightly } from '../../platform/timers/nightly-timer.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { analyticsFeature, deleteOldAnalytics } from './feature.ts'
import { maxErrorGroups } from './report-error.ts'

let app: TestApp
let admin: TestUser
let user: TestUser
beforeAll(async () => {
  // At noon, so that the next night is within a day.
  app = await testApp({
    features: [analyticsFeature],
    startAt: instant(Date.now() - (Date.now() % day) + day / 2),
  })
  admin = await app.createUser('Opal Op', { isAdmin: true })
  user = await app.createUser('Ann Archer')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.deps.db.deleteFrom('page_view_totals').execute()
  await app.deps.db.deleteFrom('error_groups').execute()
})

const report: ErrorReportBody = {
  name: 'TypeError',
  message: "Cannot read properties of undefined (reading 'title')",
  frames: ['shell-0a1b2c3d.js:1:200'],
  screen: '/projects/:id',
  version: '1.0.0',
  release: '0a1b2c3d',
}

const views = async () => (await app.injectAs(admin, listPageViews)).reply.items
const errors = async () => (await app.injectAs(admin, listErrors)).reply.items
/** Returns the rows of a statement without parameters. */
async function rowsOf<Row>(statement: string): Promise<Row[]> {
  return (await sql.raw<Row>(statement).execute(app.deps.db)).rows
}

const today = () => new Date(app.clock.now()).toISOString().slice(0, 10)

test('views of a screen are one total of the day, from whomever they come', async () => {
  for (const viewer of [null, user, admin])
    expect((await app.injectAs(viewer, countPageView, { body: { screen: '/projects/:id' } })).status).toBe(200)
  await app.injectAs(user, countPageView, { body: { screen: '/dashboard' } })
  expect(await views()).toEqual([
    { day: today(), screen: '/projects/:id', views: 3 },
    { day: today(), screen: '/dashboard', views: 1 },
  ])
  // Neither the table of views nor that of errors can say who.
  const rows = await rowsOf<{ column: string }>(
    `select column_name as column from information_schema.columns where table_name in ('page_view_totals', 'error_groups')`,
  )
  expect(rows.map(({ column }) => column).filter((name) => /user|ip|agent|session|address/.test(name))).toEqual([])
})

test('an address with an id or a query is no screen, and is refused', async () => {
  for (const screen of ['/projects/0199c1a0-0000-7000-8000-000000000002', '/search?q=maya', '/nowhere'])
    // The contract knows no such screen.
    expect((await app.injectAs(null, countPageView, { body: { screen: screen as '/' } })).status).toBe(422)
  expect(await views()).toEqual([])
})

test.each(['dnt', 'sec-gpc'])('a browser that sends %s is neither counted nor reported', async (header) => {
  const headers = { [header]: '1' }
  expect((await app.injectAs(user, countPageView, { body: { screen: '/' }, headers })).status).toBe(200)
  expect((await app.injectAs(user, reportError, { body: report, headers })).status).toBe(200)
  expect([await views(), await errors()]).toEqual([[], []])
})

test('the same error is one group with a count, and keeps the newest release', async () => {
  await app.injectAs(null, reportError, { body: report })
  const later = { ...report, frames: ['shell-ffffffff.js:7:7'], release: 'ffffffff' }
  await app.injectAs(user, reportError, { body: later })
  await app.injectAs(user, reportError, { body: { ...report, name: 'RangeError' } })
  const found = await errors()
  expect(found).toHaveLength(2)
  expect(found.find(({ name }) => name === 'TypeError')).toMatchObject({ ...later, count: 2 })
})

test('what a user wrote does not stay in a report, and errors of the network are not kept', async () => {
  await app.injectAs(user, reportError, {
    body: { ...report, message: 'no room for "Maya Torres" <maya@veranda.example>' },
  })
  for (const message of ['Network Error', 'Failed to fetch', 'AbortError: stopped'])
    await app.injectAs(user, reportError, { body: { ...report, message } })
  const found = await errors()
  expect(found).toHaveLength(1)
  expect(found[0]?.message).not.toMatch(/maya/i)
})

test.each([
  ['a frame that is no script of ours', { frames: ['at Maya (https://elsewhere.test/app.js:1:1)'] }],
  ['more frames than a report has', { frames: Array.from({ length: 11 }, () => 'shell-0a1b2c3d.js:1:1') }],
  ['a name that is a sentence', { name: 'Maya wrote this' }],
  ['a message without an end', { message: 'x'.repeat(1_001) }],
  ['a field of its own', { user: 'maya' }],
])('a report with %s is refused', async (_, wrong) => {
  expect((await app.injectAs(user, reportError, { body: { ...report, ...wrong } })).status).toBe(422)
  expect(await errors()).toEqual([])
})

test('there are never more groups than the limit, and known ones still count', async () => {
  await app.injectAs(user, reportError, { body: report })
  await rowsOf(`
    insert into error_groups
    select encode(sha256(n::text::bytea), 'hex'), 'Error', 'many', '{}', '/', '1.0.0', '00000000', 1, now(), now()
    from generate_series(2, ${maxErrorGroups}) n`)
  await app.injectAs(user, reportError, { body: { ...report, name: 'RangeError' } })
  await app.injectAs(user, reportError, { body: report })
  const rows = await rowsOf<{ groups: number; counted: number }>(
    `select count(*)::int as groups, max(count)::int as counted from error_groups`,
  )
  expect(rows).toEqual([{ groups: maxErrorGroups, counted: 2 }])
})

test('for everyone but admins what was counted and reported does not exist', async () => {
  for (const route of [listPageViews, listErrors])
    expect([(await app.injectAs(user, route)).status, (await app.injectAs(admin, route)).status]).toEqual([404, 200])
})

test('npm run admin prints both', async () => {
  await app.injectAs(user, countPageView, { body: { screen: '/search' } })
  await app.injectAs(user, reportError, { body: report })
  const lines: string[] = []
  for (const name of ['analytics', 'errors']) await adminCommands[name]?.(app.app, '', (line) => lines.push(line))
  expect(lines.join('\n')).toContain('1  /search')
  expect(lines.join('\n')).toContain('1  TypeError: Cannot read properties of undefined')
  expect(lines.join('\n')).toContain('shell-0a1b2c3d.js:1:200')
})

test('totals and errors are deleted in the night after 90 days', async () => {
  await scheduleNightly(app.deps, [deleteOldAnalytics])
  await app.injectAs(user, countPageView, { body: { screen: '/' } })
  await app.injectAs(user, reportError, { body: report })
  await app.advance(88 * day)
  const kept = async () => {
    const rows = await rowsOf<{ views: number; errors: number }>(
      `select (select count(*)::int from page_view_totals) as views, (select count(*)::int from error_groups) as errors`,
    )
    return rows[0]
  }
  expect(await kept()).toEqual({ views: 1, errors: 1 })
  await app.advance(4 * day)
  expect(await kept()).toEqual({ views: 0, errors: 0 })
})
