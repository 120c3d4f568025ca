import { listBookings, listNoShows } from '@veranda/contract/bookings/routes.ts'
import { listProjects } from '@veranda/contract/commissions/routes.ts'
import { listReceipts } from '@veranda/contract/payments/routes.ts'
import { moveClock } from '@veranda/contract/sandbox/routes.ts'
import { searchTalent } from '@veranda/contract/talent/routes.ts'
import type { Page } from '@playwright/test'
import { auditPage } from '../support/browser/page-audit.ts'
import { openApiClient } from '../support/api-client.ts'
import { waitUntil } from '../support/wait-until.ts'
import { makeAdmin } from '../support/make-admin.ts'
import { translationsFor } from '../support/translations.ts'
import { expect, test } from '../support/fixtures.ts'
import { watchErrors } from '../support/browser/error-watch.ts'
import { isMatrixRun, isWholeRun, matrixOnly } from '../support/scope.ts'

const tCommissions = translationsFor('commissions')
const tBookings = translationsFor('bookings')
const tCommon = translationsFor('common')

/** Expects the screen's main landmark and heading, and audits the whole page. */
async function auditScreen(page: Page, name: string): Promise<void> {
  await expect.soft(page.locator('main, [role=main]').first(), name).toBeVisible()
  // A loading skeleton has no heading.
  await expect.soft(page.getByRole('heading', { level: 1 }).first(), name).toBeVisible()
  await auditPage(page, name)
}

/** Paths that the same component draws have the same name here. */
function screenOf(path: string): string {
  const [, name = ''] = /^\/([^/?]*)/.exec(path) ?? []
  if (name === '') return 'dashboard'
  return ['terms', 'privacy', 'refund'].includes(name) ? 'legal' : name
}

/** Returns the paths in an order in which the next screen is another one than the last, as far as possible. */
function alternateScreens(paths: readonly string[]): string[] {
  const groups = Map.groupBy(paths, screenOf)
  const rounds = Math.max(...Array.from(groups.values(), (group) => group.length))
  return Array.from({ length: rounds }, (_, round) =>
    [...groups.values()].flatMap((group) => group[round] ?? []),
  ).flat()
}

/** Returns the screens of this run: all of them in the matrix or when the file is asked for, else one of each kind. */
function screensOfRun(paths: readonly string[]): string[] {
  if (isWholeRun) return alternateScreens(paths)
  return [...new Map(paths.map((path) => [screenOf(path), path])).values()]
}

/**
 * Opens a screen from another one, as a link does. It costs a third of a new document, which a normal run loads only
 * where two screens of a kind follow each other; the matrix loads a document for every screen.
 */
async function openScreen(page: Page, path: string): Promise<void> {
  const { pathname, search, origin } = new URL(page.url())
  if (isMatrixRun || screenOf(pathname + search) === screenOf(path)) {
    await page.goto(origin + path)
    return
  }
  await page.evaluate((to) => {
    for (const heading of document.querySelectorAll('h1')) heading.setAttribute('data-left', '')
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(page.locator('h1:not([data-left])').first(), path).toBeAttached()
}

/** Returns the path of every screen with the user's demo data, or only of the screens that differ by user. */
async function screenPathsFor(url: string, firstName: string, scope: 'all' | 'own'): Promise<string[]> {
  const client = await openApiClient(url, firstName)
  const { items: projects } = await client.call(listProjects, { query: {} })
  const { items: receipts } = await client.call(listReceipts, { query: {} })
  const { items: creators } = await client.call(searchTalent, { query: {} })
  const bookings = await Promise.all(
    (['upcoming', 'past'] as const).map(async (when) => (await client.call(listBookings, { query: { when } })).items),
  )
  const views = ['contract', 'milestones', 'money', 'activity', 'chat']
  const ownPaths = [
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
    ...bookings.flatMap((some) => some.slice(0, 2).map(({ id }) => `/booking/confirm/${id}`)),
    '/messages',
    '/notifications',
    '/payment',
    ...receipts.slice(0, 1).map(({ id }) => `/payment/receipts/${id}`),
  ]
  if (scope === 'own') return ownPaths
  return [
    ...ownPaths,
    '/settings',
    '/settings/security',
    '/settings/mail',
    '/projects/new',
    `/booking/confirm/${projects[0]?.id}`,
    '/search',
    '/search?q=chair&language=ja',
    '/search?q=nothing-like-this',
    `/talent/${creators[0]?.id}`,
    '/explore',
    '/explore/kenji-arai',
    '/explore/no-one-here',
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

for (const [firstName, scope, options] of [
  ['Maya', 'all', {}],
  ['Kenji', 'own', matrixOnly],
] as const) {
  test(
    `the ${scope === 'all' ? 'screens' : 'personal screens'} of ${firstName} are accessible, fit three widths and log no errors`,
    options,
    async ({ world, browser }) => {
      test.setTimeout(420_000)
      const context = await browser.newContext({ colorScheme: 'light', reducedMotion: 'reduce' })
      const page = await context.newPage()
      const pageErrors = await watchErrors(page)
      await page.goto(`${world.server.url}/login`)
      await page
        .getByRole('button', { name: new RegExp(`${firstName} `) })
        .first()
        .click()
      await page.waitForURL((url) => !url.pathname.startsWith('/login'))
      for (const path of screensOfRun(await screenPathsFor(world.server.url, firstName, scope))) {
        await openScreen(page, path)
        await test.step(path, () => auditScreen(page, path))
      }
      expect.soft(pageErrors()).toEqual([])
      await context.close()
    },
  )
}

test('on a phone the last tab of a project scrolls into view when it is the current one', async ({
  world,
  browser,
}) => {
  const maya = await openApiClient(world.server.url, 'Maya')
  const { items } = await maya.call(listProjects, { query: {} })
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(`${world.server.url}/login`)
  await page.getByRole('button', { name: /Maya / }).first().click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.goto(`${world.server.url}/projects/${items[0]?.id}?view=chat`)
  const current = page.getByRole('navigation', { name: tCommissions('tabs') }).locator('[aria-current=page]')
  await expect(current).toBeInViewport({ ratio: 0.99 })
  await context.close()
})

test("an admin's view of other users' bookings is accessible and fits", matrixOnly, async ({ world, browser }) => {
  const { url } = world.server
  const maya = await openApiClient(url, 'Maya')
  const { items } = await maya.call(listBookings, { query: { when: 'upcoming' } })
  const next = items.find(({ state }) => state === 'confirmed')
  // A booking passes without either party showing up.
  await maya.call(moveClock, { body: { to: new Date(Date.parse(next?.endsAt ?? '') + 3_600_000).toISOString() } })
  await makeAdmin(world, 'Sofia')
  const sofia = await openApiClient(url, 'Sofia')
  const noShows = await waitUntil('a session to be missed', async () => {
    const page = await sofia.call(listNoShows, { query: {} })
    return page.items.length > 0 && page.items
  })
  const upcoming = await maya.call(listBookings, { query: { when: 'upcoming' } })

  const context = await browser.newContext({ colorScheme: 'light', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const pageErrors = await watchErrors(page)
  await page.goto(`${url}/login`)
  // Only four demo users are shown at first.
  await page.getByRole('button', { name: tCommon('more') }).click()
  await page
    .getByRole('button', { name: /Sofia / })
    .first()
    .click()
  await page.waitForURL((now) => !now.pathname.startsWith('/login'))
  const bookingsShown = [...noShows, ...upcoming.items].slice(0, 3)
  for (const path of [
    '/appointments?view=no-shows',
    ...bookingsShown.map(({ id }) => `/booking/confirm/${id}`),
    '/dashboard',
  ]) {
    await page.goto(`${url}${path}`)
    await test.step(path, () => auditScreen(page, path))
  }
  await page.goto(`${url}/booking/confirm/${noShows[0]?.id}`)
  await page.getByRole('button', { name: tBookings('admin.overturn') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await auditPage(page, 'overturning')
  expect.soft(pageErrors()).toEqual([])
  await context.close()
})

test('every signed-out screen is accessible and fits', matrixOnly, async ({ world, browser }) => {
  const context = await browser.newContext({ colorScheme: 'light', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const pageErrors = await watchErrors(page)
  const token = 'x'.repeat(43)
  const linkPaths = ['reset-password', 'verify', 'verify-email', 'undo-email', 'not-me'].flatMap((name) =>
    isWholeRun ? [`/${name}`, `/${name}#${token}`] : [`/${name}#${token}`],
  )
  const paths = ['/login', '/register', '/forgot-password', ...linkPaths, '/terms', '/privacy', '/refund', '/pair']
  for (const path of paths) {
    await page.goto(`${world.server.url}${path}`)
    await test.step(path, () => auditScreen(page, path))
  }
  expect.soft(pageErrors()).toEqual([])
  await context.close()
})
