import AxeBuilder from '@axe-core/playwright'
import { listProjects } from '@veranda/contract/commissions/routes.ts'
import { listReceipts } from '@veranda/contract/payments/routes.ts'
import { searchTalent } from '@veranda/contract/talent/routes.ts'
import type { Page } from '@playwright/test'
import { enter } from './support/person.ts'
import { expect, test } from './support/world.ts'
import { watch } from './support/watch.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function look(page: Page, name: string): Promise<void> {
  await expect.soft(page.locator('main, [role=main]').first(), name).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  const said = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  expect.soft(said, name).toEqual([])
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect.soft(wider, `${name} is wider than its window`).toBeLessThanOrEqual(0)
}

/** Every address of the shell, with the things of the demo world that a person has. */
async function addressesOf(url: string, firstName: string): Promise<string[]> {
  const person = await enter(url, firstName)
  const { items: projects } = await person.call(listProjects, { query: {} })
  const { items: receipts } = await person.call(listReceipts, { query: {} })
  const { items: creators } = await person.call(searchTalent, { query: {} })
  const tabs = ['contract', 'milestones', 'money', 'activity', 'chat']
  return [
    '/',
    '/dashboard',
    '/profile',
    '/settings',
    '/settings/security',
    '/projects',
    '/projects/new',
    ...projects.slice(0, 6).map(({ id }) => `/projects/${id}`),
    ...tabs.map((tab) => `/projects/${projects[0]?.id}?tab=${tab}`),
    '/appointments',
    `/booking/confirm/${projects[0]?.id}`,
    '/search',
    '/search?q=chair&language=ja',
    '/search?q=nothing-like-this',
    `/talent/${creators[0]?.id}`,
    '/messages',
    '/notifications',
    '/notification-preferences',
    '/notifications/preferences',
    '/payment',
    ...receipts.slice(0, 1).map(({ id }) => `/payment/receipts/${id}`),
    '/support',
    '/terms',
    '/privacy',
    '/refund',
    '/showcases',
    '/pair',
    `/rooms/${projects[0]?.id}`,
    '/no-such-page',
  ]
}

for (const [firstName, theme, width] of [
  ['Maya', 'light', 1440],
  ['Maya', 'dark', 360],
  ['Kenji', 'dark', 1440],
  ['Kenji', 'light', 768],
] as const) {
  test(`every screen of ${firstName} is accessible, fits and stays silent, ${theme} at ${width}`, async ({
    world,
    browser,
  }) => {
    test.setTimeout(420_000)
    const context = await browser.newContext({
      viewport: { width, height: width < 700 ? 780 : 900 },
      colorScheme: theme,
      ...(width < 700 ? { hasTouch: true, isMobile: true } : {}),
    })
    const page = await context.newPage()
    const troubles = await watch(page)
    await page.goto(`${world.server.url}/login`)
    await look(page, '/login')
    await page
      .getByRole('button', { name: new RegExp(`^.*${firstName} `) })
      .first()
      .click()
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    for (const address of await addressesOf(world.server.url, firstName)) {
      await page.goto(`${world.server.url}${address}`)
      await test.step(address, () => look(page, address))
    }
    expect.soft(troubles()).toEqual([])
    await context.close()
  })
}

test('what is open to somebody signed out is accessible in both themes', async ({ world, browser }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme })
    const page = await context.newPage()
    const troubles = await watch(page)
    for (const address of ['/login', '/register', '/terms', '/privacy', '/refund', '/pair']) {
      await page.goto(`${world.server.url}${address}`)
      await test.step(address, () => look(page, address))
    }
    expect.soft(troubles()).toEqual([])
    await context.close()
  }
})
