import { devices, type Page } from '@playwright/test'
import { enterByPress, expectSignedOut, signOut } from './support/entrance.ts'
import { finger, mouse } from './support/hand.ts'
import { swipe } from './support/swipe.ts'
import { openWindow } from './support/window.ts'
import { wordsOf } from './support/words.ts'
import { expect, test } from './support/world.ts'

test.use({ file: 'shell' })

const auth = wordsOf('auth')
const c = wordsOf('common')
const errors = wordsOf('errors')
const legal = wordsOf('legal')
const settings = wordsOf('settings')
const t = wordsOf('shell')

const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7']
const phone = { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch }
const navigation = (page: Page) => page.getByRole('navigation', { name: t('nav') })

test('the guard asks to sign in and leads back to the very place', async ({ world, browser }) => {
  const window = await openWindow(browser, world.server.url)
  const { page } = window
  await page.goto('/search?q=chair&language=ja#results')
  await expect(page).toHaveURL('/login')
  await page.getByRole('button', { name: auth('demo.enter', { name: 'Maya Torres' }) }).click()
  await expect(page).toHaveURL('/search?q=chair&language=ja#results')
  await expect(page.getByRole('heading', { level: 1, name: t('screen.search') })).toBeVisible()
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
  await window.close()
})

test('an address without a screen answers 404 and shows the not-found screen', async ({ world, browser }) => {
  const window = await openWindow(browser, world.server.url)
  const { page } = window
  await enterByPress(mouse(page), 'Maya Torres')
  const answer = await page.goto('/nowhere/at/all')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: errors('not-found.title') })).toBeVisible()
  await page.getByRole('link', { name: errors('not-found.home') }).click()
  await expect(page).toHaveURL('/')
  expect((await page.goto('/dashboard'))?.status()).toBe(200)
  await window.close()
})

test('a collapsed side navigation stays collapsed, and the brand is short', async ({ world, browser }) => {
  const window = await openWindow(browser, world.server.url)
  const { page } = window
  await enterByPress(mouse(page), 'Maya Torres')
  const side = page.getByRole('complementary').first()
  const width = () => side.evaluate((element) => Math.round(element.getBoundingClientRect().width))
  await expect.poll(width).toBe(240)
  await page.getByRole('button', { name: t('nav.collapse') }).click()
  await expect.poll(width).toBe(72)
  await page.reload()
  await expect(page.getByRole('button', { name: t('nav.expand') })).toHaveAttribute('aria-expanded', 'false')
  await expect.poll(width).toBe(72)
  await expect(side.getByRole('link', { name: c('brand') })).toHaveText(c('brand.short'))
  await page.getByRole('button', { name: t('nav.expand') }).click()
  await expect.poll(width).toBe(240)
  await window.close()
})

test('on a phone the navigation opens by tap and by swipe, and closes when one goes somewhere', async ({
  world,
  browser,
}) => {
  const window = await openWindow(browser, world.server.url, phone)
  const { page } = window
  const hand = finger(page)
  await enterByPress(hand, 'Maya Torres')
  const drawer = page.getByRole('dialog', { name: t('nav') })
  await expect(navigation(page)).toBeHidden()
  await hand.press(page.getByRole('button', { name: t('nav.open') }))
  await expect(drawer).toBeVisible()
  await hand.press(drawer.getByRole('link', { name: t('nav.projects') }))
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

test('the first stop of the Tab key leads past the bars to the content', async ({ world, browser }) => {
  const window = await openWindow(browser, world.server.url)
  const { page } = window
  await enterByPress(mouse(page), 'Maya Torres')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: t('skip') })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await window.close()
})

test('signing out in one tab signs out the other, and leaves only the settings of the device', async ({
  world,
  browser,
}) => {
  const window = await openWindow(browser, world.server.url)
  const { page } = window
  const hand = mouse(page)
  await enterByPress(hand, 'Maya Torres')
  await page.goto('/settings')
  await page.getByRole('radio', { name: c('theme.dusk') }).check()
  await page.getByRole('button', { name: t('nav.collapse') }).click()
  const other = await window.tab()
  await other.goto('/projects')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await signOut(hand, 'Maya')
  await Promise.all([expectSignedOut(page), expectSignedOut(other)])
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dusk')
  await other.goto('/projects')
  await expect(other).toHaveURL('/login')
  await window.close()
})

test('terms, privacy and refunds can be read by somebody signed out', async ({ world, browser }) => {
  const window = await openWindow(browser, world.server.url)
  const { page } = window
  for (const name of ['terms', 'privacy', 'refund'] as const) {
    const answer = await page.goto(`/${name}`)
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: legal(`${name}.title`) })).toBeVisible()
    await expect(navigation(page)).toHaveCount(0)
    await expect(page).toHaveURL(`/${name}`)
  }
  await page.getByRole('link', { name: auth('login.title') }).click()
  await expect(page).toHaveURL('/login')
  await window.close()
})

test('a screen that cannot be fetched offers to reload, and reloading keeps the session and what was kept', async ({
  world,
  browser,
}) => {
  const window = await openWindow(browser, world.server.url)
  const { page } = window
  await enterByPress(mouse(page), 'Maya Torres')
  await page.evaluate(() => localStorage.setItem('draft.of-mine', 'half a sentence'))
  const chunk = /\/assets\/settings-screen-[^/]*\.js$/
  await page.route(chunk, (route) => route.abort())
  await page.getByRole('link', { name: t('nav.settings'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: errors('page.title') })).toBeVisible()
  await expect(page.getByText(errors('page.text'))).toBeVisible()
  await page.unroute(chunk)
  await page.getByRole('button', { name: errors('page.reload') }).click()
  await expect(page.getByRole('heading', { level: 1, name: settings('title') })).toBeVisible()
  await expect(page).toHaveURL('/settings')
  expect(await page.evaluate(() => localStorage.getItem('draft.of-mine'))).toBe('half a sentence')
  await window.close(/Failed to load resource: net::ERR_FAILED/)
})
