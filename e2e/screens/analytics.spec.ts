import { expect, test, type World } from '../support/fixtures.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'

const viewsIn = (world: World) =>
  world.rows<{ screen: string; views: number }>('select screen, views::int as views from page_view_totals order by 1')

test('a screen that is opened is counted without a cookie, and an error is reported, unless the browser asks not to', async ({
  world,
  browser,
}) => {
  const asksNotTo = await openBrowserWindow(browser, world.server.url, { extraHTTPHeaders: { DNT: '1' } })
  await asksNotTo.page.addInitScript(() => Object.defineProperty(navigator, 'doNotTrack', { value: '1' }))
  await asksNotTo.page.goto('/login?about=sign-in')
  await expect(asksNotTo.page.getByLabel('Email').first()).toBeVisible()

  const counted = await openBrowserWindow(browser, world.server.url)
  const request = counted.page.waitForRequest('**/api/analytics/page-views')
  await counted.page.goto('/login?about=sign-in')
  expect((await (await request).allHeaders())['cookie']).toBeUndefined()
  expect((await request).postDataJSON()).toEqual({ screen: '/login/second-factor?' })
  await expect.poll(() => viewsIn(world)).toEqual([{ screen: '/login/second-factor?', views: 1 }])

  const report = counted.page.waitForRequest('**/api/analytics/errors')
  await counted.page.evaluate(() => reportError(new RangeError('the lamp of "Maya" is too high')))
  expect((await report).postDataJSON()).toMatchObject({ name: 'RangeError', message: 'the lamp of … is too high' })
  await expect
    .poll(() => world.rows('select name, screen, version, release ~ $1 as ours from error_groups', ['^[0-9a-f]{7}$']))
    .toEqual([{ name: 'RangeError', screen: '/login/second-factor?', version: '1.0.0', ours: true }])

  await asksNotTo.close()
  await counted.close(/the lamp of "Maya"/)
})
