import { listAppointments, listMissed } from '@veranda/contract/bookings/routes.ts'
import { listProjects } from '@veranda/contract/commissions/routes.ts'
import { listReceipts } from '@veranda/contract/payments/routes.ts'
import { moveClock } from '@veranda/contract/sandbox/routes.ts'
import { searchTalent } from '@veranda/contract/talent/routes.ts'
import type { Page } from '@playwright/test'
import { look } from './support/look.ts'
import { enter } from './support/person.ts'
import { until } from './support/until.ts'
import { wordsOf } from './support/words.ts'
import { expect, test } from './support/world.ts'
import { watch } from './support/watch.ts'

test.use({ file: 'screens' })

const projects = wordsOf('projects')
const bookings = wordsOf('bookings')
const common = wordsOf('common')

/** A whole screen: what it is headed by is there, and all of it can be looked at. */
async function lookAtScreen(page: Page, name: string): Promise<void> {
  await expect.soft(page.locator('main, [role=main]').first(), name).toBeVisible()
  // A shape that stands for what is still on its way has no heading.
  await expect.soft(page.getByRole('heading', { level: 1 }).first(), name).toBeVisible()
  await look(page, name)
}

/** Every address of the shell with the things of the demo world that a person has, or only those that differ by person. */
async function addressesOf(url: string, firstName: string, whose: 'all' | 'own'): Promise<string[]> {
  const person = await enter(url, firstName)
  const { items: projects } = await person.call(listProjects, { query: {} })
  const { items: receipts } = await person.call(listReceipts, { query: {} })
  const { items: creators } = await person.call(searchTalent, { query: {} })
  const sessions = await Promise.all(
    (['coming', 'past'] as const).map(async (when) => (await person.call(listAppointments, { query: { when } })).items),
  )
  const views = ['contract', 'milestones', 'money', 'activity', 'chat']
  const own = [
    '/',
    '/dashboard',
    '/profile',
    '/projects',
    ...projects.slice(0, 3).map(({ id }) => `/projects/${id}`),
    ...views.map((view) => `/projects/${projects[0]?.id}?view=${view}`),
    '/appointments',
    '/appointments?view=waiting',
    '/appointments?view=past',
    '/appointments?view=calendar',
    '/appointments?view=availability',
    ...sessions.flatMap((some) => some.slice(0, 2).map(({ id }) => `/booking/confirm/${id}`)),
    '/messages',
    '/notifications',
    '/payment',
    ...receipts.slice(0, 1).map(({ id }) => `/payment/receipts/${id}`),
  ]
  if (whose === 'own') return own
  return [
    ...own,
    '/settings',
    '/settings/security',
    '/settings/mail',
    '/projects/new',
    `/booking/confirm/${projects[0]?.id}`,
    '/search',
    '/search?q=chair&language=ja',
    '/search?q=nothing-like-this',
    `/talent/${creators[0]?.id}`,
    '/notification-preferences',
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

for (const [firstName, whose] of [
  ['Maya', 'all'],
  ['Kenji', 'own'],
] as const) {
  test(`${whose === 'all' ? 'every screen' : 'what is one’s own'} of ${firstName} is accessible in both themes, fits three widths and stays silent`, async ({
    world,
    browser,
  }) => {
    test.setTimeout(420_000)
    const context = await browser.newContext({ colorScheme: 'light', reducedMotion: 'reduce' })
    const page = await context.newPage()
    const troubles = await watch(page)
    await page.goto(`${world.server.url}/login`)
    await page
      .getByRole('button', { name: new RegExp(`${firstName} `) })
      .first()
      .click()
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    for (const address of await addressesOf(world.server.url, firstName, whose)) {
      await page.goto(`${world.server.url}${address}`)
      await test.step(address, () => lookAtScreen(page, address))
    }
    expect.soft(troubles()).toEqual([])
    await context.close()
  })
}

test('on a phone the last of a project’s parts is in sight when it is the current one', async ({ world, browser }) => {
  const maya = await enter(world.server.url, 'Maya')
  const { items } = await maya.call(listProjects, { query: {} })
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(`${world.server.url}/login`)
  await page.getByRole('button', { name: /Maya / }).first().click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.goto(`${world.server.url}/projects/${items[0]?.id}?view=chat`)
  const current = page.getByRole('navigation', { name: projects('tabs') }).locator('[aria-current=page]')
  await expect(current).toBeInViewport({ ratio: 0.99 })
  await context.close()
})

test('what an operator sees of others’ sessions is accessible in both themes, and fits', async ({ world, browser }) => {
  const { url } = world.server
  const maya = await enter(url, 'Maya')
  const { items } = await maya.call(listAppointments, { query: { when: 'coming' } })
  const next = items.find(({ state }) => state === 'confirmed')
  // The hour of a session passes, and nobody came.
  await maya.call(moveClock, { body: { to: new Date(Date.parse(next?.endsAt ?? '') + 3_600_000).toISOString() } })
  await world.rows(`update people set operator = true, role = 'admin' where name like 'Sofia %'`)
  const sofia = await enter(url, 'Sofia')
  const missed = await until('a session to be missed', async () => {
    const page = await sofia.call(listMissed, { query: {} })
    return page.items.length > 0 && page.items
  })
  const coming = await maya.call(listAppointments, { query: { when: 'coming' } })

  const context = await browser.newContext({ colorScheme: 'light', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const troubles = await watch(page)
  await page.goto(`${url}/login`)
  // The first four stand there by themselves.
  await page.getByRole('button', { name: common('more') }).click()
  await page
    .getByRole('button', { name: /Sofia / })
    .first()
    .click()
  await page.waitForURL((now) => !now.pathname.startsWith('/login'))
  const others = [...missed, ...coming.items].slice(0, 3)
  for (const address of [
    '/appointments?view=missed',
    ...others.map(({ id }) => `/booking/confirm/${id}`),
    '/dashboard',
  ]) {
    await page.goto(`${url}${address}`)
    await test.step(address, () => lookAtScreen(page, address))
  }
  await page.goto(`${url}/booking/confirm/${missed[0]?.id}`)
  await page.getByRole('button', { name: bookings('operator.overturn') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look(page, 'overturning')
  expect.soft(troubles()).toEqual([])
  await context.close()
})

test('what is open to somebody signed out is accessible in both themes and fits', async ({ world, browser }) => {
  const context = await browser.newContext({ colorScheme: 'light', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const troubles = await watch(page)
  for (const address of ['/login', '/register', '/terms', '/privacy', '/refund', '/pair']) {
    await page.goto(`${world.server.url}${address}`)
    await test.step(address, () => lookAtScreen(page, address))
  }
  expect.soft(troubles()).toEqual([])
  await context.close()
})
