import { devices, type Page } from '@playwright/test'
import { signInAsDemoUser, expectSignedOut, signOut } from '../support/sign-in.ts'
import { touchInput, mouseInput } from '../support/browser/input-device.ts'
import { swipe } from '../support/browser/swipe.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { translationsFor } from '../support/translations.ts'
import { expect, test } from '../support/fixtures.ts'
import { matrixOnly } from '../support/scope.ts'

const tSignIn = translationsFor('accounts/sign-in')
const tCommon = translationsFor('common')
const tErrors = translationsFor('errors')
const tPageErrors = translationsFor('errors/page')
const tFrontDoor = translationsFor('accounts/front-door')
const tLegal = translationsFor('legal')
const tSettings = translationsFor('accounts/settings')
const tShell = translationsFor('shell')

const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7']
const phone = { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch }
const navigation = (page: Page) => page.getByRole('navigation', { name: tShell('nav') })

test('the route guard asks to sign in and returns to the requested address', async ({ world, browser }) => {
  const window = await openBrowserWindow(browser, world.server.url)
  const { page } = window
  await page.goto('/search?q=chair&language=ja#results')
  await expect(page).toHaveURL('/login')
  await page.getByRole('button', { name: tSignIn('demo.enter', { name: 'Maya Torres' }) }).click()
  await expect(page).toHaveURL('/search?q=chair&language=ja#results')
  await expect(page.getByRole('heading', { level: 1, name: tShell('screen.search') })).toBeVisible()
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
  await window.close()
})

test(
  'the veranda beside the sign-in form plays its story to the end, and can be paused',
  matrixOnly,
  async ({ world, browser }) => {
    // As few pixels as the scene has anywhere, because a processor draws them.
    const window = await openBrowserWindow(browser, world.server.url, { viewport: { width: 600, height: 900 } })
    const { page } = window
    await page.goto('/login?front-door=scene')
    const controls = page.getByRole('group', { name: tFrontDoor('model') })
    const frameCount = () => page.locator('[data-frames]').evaluate(({ dataset }) => Number(dataset['frames']))
    const play = controls.getByRole('button', { name: tFrontDoor('play'), exact: true })
    // Paused long before its end, which comes sooner or later depending on how fast frames are drawn.
    await controls.getByRole('button', { name: tFrontDoor('pause') }).press('Enter')
    await expect(play).toBeVisible()
    await page.goto('/login?front-door=scene&front-door-ms=8000')
    await expect(play).toBeVisible()
    const drawnBefore = await frameCount()
    await play.press('Enter')
    await expect.poll(frameCount).toBeGreaterThan(drawnBefore)
    await expect(controls.getByRole('button', { name: tFrontDoor('replay') })).toBeVisible()
    await expect(page.getByText(tFrontDoor('protected'))).toBeVisible()
    // The form worked all along.
    await page.getByRole('button', { name: tSignIn('demo.enter', { name: 'Maya Torres' }) }).click()
    await expect(page).toHaveURL('/dashboard')
    await window.close()
  },
)

test('an unknown address responds with 404 and shows the not-found screen', async ({ world, browser }) => {
  const window = await openBrowserWindow(browser, world.server.url)
  const { page } = window
  await signInAsDemoUser(mouseInput(page), 'Maya Torres')
  const answer = await page.goto('/nowhere/at/all')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: tErrors('not-found.title') })).toBeVisible()
  await page.getByRole('link', { name: tErrors('not-found.home') }).click()
  await expect(page).toHaveURL('/')
  expect((await page.goto('/dashboard'))?.status()).toBe(200)
  await window.close()
})

test('a collapsed sidebar stays collapsed and shows the short brand', async ({ world, browser }) => {
  const window = await openBrowserWindow(browser, world.server.url)
  const { page } = window
  await signInAsDemoUser(mouseInput(page), 'Maya Torres')
  const side = page.getByRole('complementary').first()
  const width = () => side.evaluate((element) => Math.round(element.getBoundingClientRect().width))
  await expect.poll(width).toBe(240)
  await page.getByRole('button', { name: tShell('nav.collapse') }).click()
  await expect.poll(width).toBe(72)
  await page.reload()
  await expect(page.getByRole('button', { name: tShell('nav.expand') })).toHaveAttribute('aria-expanded', 'false')
  await expect.poll(width).toBe(72)
  await expect(side.getByRole('link', { name: tCommon('brand') })).toHaveText(tCommon('brand.short'))
  await page.getByRole('button', { name: tShell('nav.expand') }).click()
  await expect.poll(width).toBe(240)
  await window.close()
})

test('on a phone the navigation opens by tap and swipe, and closes on navigation', async ({ world, browser }) => {
  const window = await openBrowserWindow(browser, world.server.url, phone)
  const { page } = window
  const input = touchInput(page)
  await signInAsDemoUser(input, 'Maya Torres')
  const drawer = page.getByRole('dialog', { name: tShell('nav') })
  await expect(navigation(page)).toBeHidden()
  await input.press(page.getByRole('button', { name: tShell('nav.open') }))
  await expect(drawer).toBeVisible()
  await input.press(drawer.getByRole('link', { name: tShell('screen.projects') }))
  await expect(page).toHaveURL('/projects')
  await expect(drawer).toHaveCount(0)

  await swipe(page, { x: 120, y: 500 }, { x: 380, y: 500 })
  await expect(drawer).toHaveCount(0)
  await swipe(page, { x: 6, y: 500 }, { x: 330, y: 500 })
  await expect(drawer).toBeVisible()
  await expect.poll(async () => Math.round((await drawer.boundingBox())?.x ?? -1)).toBe(0)
  expect((await drawer.boundingBox())?.width).toBeCloseTo(412 * 0.8, 0)
  await swipe(page, { x: 300, y: 500 }, { x: 20, y: 500 })
  await expect(drawer).toHaveCount(0)
  await window.close()
})

test('the first Tab stop is a link that skips to the content', async ({ world, browser }) => {
  const window = await openBrowserWindow(browser, world.server.url)
  const { page } = window
  await signInAsDemoUser(mouseInput(page), 'Maya Torres')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: tShell('skip') })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await window.close()
})

test('signing out in one tab signs out the others and keeps only the device settings', async ({ world, browser }) => {
  const window = await openBrowserWindow(browser, world.server.url)
  const { page } = window
  const input = mouseInput(page)
  await signInAsDemoUser(input, 'Maya Torres')
  await page.goto('/settings')
  await page.getByRole('radio', { name: tCommon('theme.dusk') }).check()
  await page.getByRole('button', { name: tShell('nav.collapse') }).click()
  const other = await window.openTab()
  await other.goto('/projects')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await signOut(input, 'Maya')
  await Promise.all([expectSignedOut(page), expectSignedOut(other)])
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dusk')
  await other.goto('/projects')
  await expect(other).toHaveURL('/login')
  await window.close()
})

test('terms, privacy and refunds are readable when signed out', async ({ world, browser }) => {
  const window = await openBrowserWindow(browser, world.server.url)
  const { page } = window
  for (const name of ['terms', 'privacy', 'refund'] as const) {
    const answer = await page.goto(`/${name}`)
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: tLegal(`${name}.title`) })).toBeVisible()
    await expect(navigation(page)).toHaveCount(0)
    await expect(page).toHaveURL(`/${name}`)
  }
  await page.getByRole('link', { name: tSignIn('login.title') }).click()
  await expect(page).toHaveURL('/login')
  await window.close()
})

test('a screen missing since the app was updated is found by one reload, without a press', async ({
  world,
  browser,
}) => {
  const window = await openBrowserWindow(browser, world.server.url)
  const { page } = window
  await signInAsDemoUser(mouseInput(page), 'Maya Torres')
  // As in a tab from before the update, whose files the server no longer has.
  let isMissing = true
  await page.route(/\/assets\/settings-screen-[^/]*\.js$/, async (route) => {
    if (!isMissing) return route.continue()
    isMissing = false
    return route.fulfill({ status: 404, body: 'Not Found' })
  })
  await page.getByRole('link', { name: tShell('screen.settings'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: tSettings('title') })).toBeVisible()
  await expect(page).toHaveURL('/settings')
  expect(isMissing).toBe(false)
  await window.close(/status of 404/)
})

test('a screen that fails to load reloads once, then offers to, and keeps the session and drafts', async ({
  world,
  browser,
}) => {
  const window = await openBrowserWindow(browser, world.server.url)
  const { page } = window
  await signInAsDemoUser(mouseInput(page), 'Maya Torres')
  await page.evaluate(() => localStorage.setItem('draft.of-mine', 'half a sentence'))
  const chunk = /\/assets\/settings-screen-[^/]*\.js$/
  let attempts = 0
  await page.route(chunk, (route) => {
    attempts += 1
    return route.abort()
  })
  await page.getByRole('link', { name: tShell('screen.settings'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: tPageErrors('load.title') })).toBeVisible()
  await expect(page.getByText(tPageErrors('load.text'))).toBeVisible()
  await expect(page.getByRole('button', { name: tPageErrors('reload') })).toBeEnabled()
  expect(attempts).toBe(2)
  await page.unroute(chunk)
  await page.evaluate(() => caches.open('veranda-shell-former').then(() => undefined))
  await page.getByRole('button', { name: tPageErrors('reload') }).click()
  await expect(page.getByRole('heading', { level: 1, name: tSettings('title') })).toBeVisible()
  expect(await page.evaluate(() => caches.has('veranda-shell-former'))).toBe(false)
  await expect(page).toHaveURL('/settings')
  expect(await page.evaluate(() => localStorage.getItem('draft.of-mine'))).toBe('half a sentence')
  await window.close(/Failed to load resource: net::ERR_FAILED/)
})

test('where not even the texts can be loaded, the page says so in English, and works after a reload', async ({
  world,
  browser,
}) => {
  const window = await openBrowserWindow(browser, world.server.url, { locale: 'ja-JP' })
  const { page } = window
  const texts = /\/assets\/(?:en|ja)-[^/]*\.js$/
  await page.route(texts, (route) => route.abort())
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.goto('/login')
  // Once by itself.
  await expect.poll(() => loads).toBe(2)
  await expect(page.getByRole('heading', { level: 1, name: tPageErrors('load.title') })).toBeVisible()
  await page.unroute(texts)
  await page.getByRole('button', { name: tPageErrors('reload') }).click()
  await expect(page.locator('html[lang=ja]')).toBeAttached()
  await expect(page.getByRole('textbox').first()).toBeVisible()
  await window.close(/Failed to load resource: net::ERR_FAILED/)
})
