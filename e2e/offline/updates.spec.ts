import type { Page } from '@playwright/test'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { expect, test } from '../support/fixtures.ts'
import { openDeployProxy } from '../support/server/deploy-proxy.ts'
import { matrixOnly } from '../support/scope.ts'
import { signInAsDemoUser } from '../support/sign-in.ts'
import { translationsFor } from '../support/translations.ts'
import { waitForKeptReads, waitForWorker } from './worker.ts'

const t = translationsFor('shell/connection')
const tShell = translationsFor('shell')
const tConversations = translationsFor('conversations')

/** Lets the page look for a new worker, as it does when it is shown again or connects again. */
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
const isOfB = (page: Page) =>
  page.evaluate(() => Array.from(document.scripts, ({ src }) => src).some((src) => /[\da-f]{7}b0\.js$/.test(src)))
const prompt = (page: Page) => page.getByRole('heading', { name: t('update') })

test(
  'a new version is offered in every tab, but not while someone types, and their tab goes on as it is',
  matrixOnly,
  async ({ world, browser }) => {
    const proxy = await openDeployProxy(world.server.url)
    const window = await openBrowserWindow(browser, proxy.url, { serviceWorkers: 'allow' })
    const { page } = window
    await signInAsDemoUser(mouseInput(page), 'Maya Torres')
    await waitForKeptReads(page)
    const other = await window.openTab()
    await other.goto('/messages')
    await other
      .getByRole('navigation', { name: tConversations('list') })
      .getByRole('link', { name: /^Reading chair/ })
      .click()
    const field = other.getByRole('textbox', { name: tConversations('composer', { title: 'Reading chair' }) })
    await field.fill('I am in the middle of')
    proxy.build = 'B'
    // A worker that cannot be installed at once is tried again at the next look.
    await expect(async () => {
      await lookForUpdate(page)
      await expect(prompt(page)).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await page.getByRole('button', { name: t('update.reload') }).click()
    await expect.poll(() => isOfB(page)).toBe(true)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(prompt(page)).toHaveCount(0)
    // The tab of the build before goes on, opens a screen of its own build, and is not interrupted.
    await expect(prompt(other)).toHaveCount(0)
    await expect(field).toHaveValue('I am in the middle of')
    expect(await isOfB(other)).toBe(false)
    await other.getByRole('link', { name: tShell('user.settings') }).click()
    await expect(other.getByRole('heading', { level: 1, name: tShell('screen.settings') })).toBeVisible()
    // Some seconds after they have stopped typing.
    await expect(prompt(other)).toBeVisible()
    await window.close()
    await proxy.close()
  },
)

test(
  'screens that are lost in the middle of a deploy say so in the words of the specification, and open after it',
  matrixOnly,
  async ({ world, browser }) => {
    const proxy = await openDeployProxy(world.server.url)
    const window = await openBrowserWindow(browser, proxy.url, { serviceWorkers: 'allow' })
    const { page } = window
    await signInAsDemoUser(mouseInput(page), 'Maya Torres')
    await waitForWorker(page)
    proxy.lost = /settings-screen/
    const missing = await page.request.get('/assets/settings-screen-00000000.js')
    expect([missing.status(), missing.headers()['content-type']]).not.toContain('text/html')
    expect(missing.status()).toBe(404)
    // The app reloads once by itself.
    const reloaded = page.waitForEvent('load')
    await page.getByRole('link', { name: tShell('user.settings') }).click()
    await reloaded
    await expect(page.getByRole('heading', { name: 'Something went wrong while loading this page' })).toBeVisible()
    await expect(page.getByText('There was a problem loading resources for this page.')).toBeVisible()
    // The deploy has ended.
    proxy.build = 'B'
    proxy.lost = undefined
    await page.getByRole('button', { name: 'Reload Page' }).click()
    await expect(page.getByRole('heading', { level: 1, name: tShell('screen.settings') })).toBeVisible()
    await expect.poll(() => isOfB(page)).toBe(true)
    await window.close(/404|Failed to fetch dynamically|LoadFailed/)
    await proxy.close()
  },
)

test(
  'a worker that the server no longer has is removed with its caches; one that is broken is replaced',
  matrixOnly,
  async ({ world, browser }) => {
    const proxy = await openDeployProxy(world.server.url)
    const window = await openBrowserWindow(browser, proxy.url, { serviceWorkers: 'allow' })
    const { page } = window
    // It replies to every document with nonsense, so that no code of the app runs.
    proxy.worker = `
    addEventListener('install', () => skipWaiting())
    addEventListener('activate', (event) => event.waitUntil(clients.claim()))
    addEventListener('fetch', (event) => {
      if (event.request.mode === 'navigate') event.respondWith(new Response('broken'))
    })`
    await signInAsDemoUser(mouseInput(page), 'Maya Torres')
    await waitForWorker(page)
    await page.goto('/projects')
    await expect(page.locator('body')).toHaveText('broken')
    // The next build's worker takes over by itself: the browser looks for it at each navigation.
    proxy.worker = undefined
    await expect(async () => {
      await page.goto('/projects')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await waitForWorker(page)
    const queue = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('veranda-send-queue-kept')
          opening.addEventListener('success', () => resolve(opening.result.name))
        }),
    )
    proxy.worker = null
    await page.goto('/dashboard')
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0)
    // The worker went on for the page that it had opened; the next start finds nothing of it.
    await page.goto('/messages')
    const remains = () =>
      page.evaluate(async () => ({
        workers: (await navigator.serviceWorker.getRegistrations()).length,
        caches: await caches.keys(),
        queue: (await indexedDB.databases()).some(({ name }) => name === 'veranda-send-queue-kept'),
      }))
    await expect.poll(remains).toEqual({ workers: 0, caches: [], queue: queue !== undefined })
    await page.goto('/projects')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await window.close(/404|service worker|Failed to fetch/)
    await proxy.close()
  },
)
