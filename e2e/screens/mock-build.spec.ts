import { expect, type Page, test } from '@playwright/test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildMock } from '../../tools/build-web.ts'
import { matrixOnly } from '../support/scope.ts'
import { serveFolder } from '../support/server/static-server.ts'

const dist = join(import.meta.dirname, '../../apps/web/dist')
/** Words that only the mock build says: its user, its log lines and its samples. */
const markers = ['sample.user@veranda.example', 'is taken for a success', 'sample-milestone']

const screens = [
  ['/dashboard', 'Dashboard'],
  ['/projects', 'Projects'],
  ['/appointments', 'Bookings'],
  ['/messages', 'Messages'],
  ['/search', 'Find a creator'],
  ['/payment', 'Payments'],
  ['/profile', 'Profile'],
  ['/settings', 'Settings'],
  ['/settings/security', 'Security'],
  ['/notification-preferences', 'Notification preferences'],
  ['/terms', 'Terms of Service'],
] as const

let folder: string
let host: Awaited<ReturnType<typeof serveFolder>>

test.beforeAll(async () => {
  folder = await buildMock()
  host = await serveFolder(folder)
})
test.afterAll(() => host.close())

/** Records what must not happen: an error in the console or of the page, or a call that leaves for a server. */
function watch(page: Page): { errors: string[]; logged: string[] } {
  const [errors, logged]: [string[], string[]] = [[], []]
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    logged.push(message.text())
    // The host sends the document of an address that is no file with status 404.
    if (message.type() === 'error' && !message.text().includes('status of 404')) errors.push(message.text())
  })
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin !== host.url || pathname.startsWith('/api') || pathname.startsWith('/socket.io'))
      errors.push(`${request.method()} ${request.url()}`)
  })
  return { errors, logged }
}

test(
  'the static preview shows its samples from plain files, signs its user in, and asks no server',
  matrixOnly,
  async ({ page }) => {
    const { errors, logged } = watch(page)
    await page.goto(`${host.url}/login`)
    await page.waitForURL('**/dashboard')

    await expect(page.getByRole('link', { name: 'Notifications, 3 unread' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Messages' }).first()).toContainText('3 unread')

    for (const [path, title] of screens) {
      await page.goto(host.url + path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      expect(await page.title(), path).toContain(title)
    }

    await page.goto(`${host.url}/notifications`)
    await expect(page.getByText('Version 2 is ready to review')).toBeVisible()

    await page.goto(`${host.url}/support`)
    await page.getByLabel('Message').fill('How does it work?')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText("Thank you! We'll get back to you soon.")).toBeVisible()

    await page.getByRole('button', { name: 'User’s account' }).click()
    await expect(page.getByRole('menu')).toContainText('sample.user@veranda.example')
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page.getByRole('menu')).toBeHidden()
    await expect.poll(() => logged).toContain('Logout')
    expect(new URL(page.url()).pathname).toBe('/support')

    expect([errors, host.missing]).toEqual([[], []])
  },
)

test('no line of the static preview is in the normal build', matrixOnly, () => {
  const textOf = (dir: string) =>
    readdirSync(join(dir, 'assets'))
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(dir, 'assets', name), 'utf8'))
      .join('\n')
  expect(existsSync(join(dist, '404.html'))).toBe(false)
  const [normal, mock] = [textOf(dist), textOf(folder)]
  for (const marker of markers)
    expect([marker, normal.includes(marker), mock.includes(marker)]).toEqual([marker, false, true])
})
