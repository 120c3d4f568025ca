import { searchTalent, readCreator } from '@veranda/contract/talent/routes.ts'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { signInAsDemoUser } from '../support/sign-in.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { openApiClient } from '../support/api-client.ts'
import { waitUntil } from '../support/wait-until.ts'
import { openBrowserWindow, type BrowserWindow } from '../support/browser/browser-window.ts'
import { matrixOnly } from '../support/scope.ts'
import { translationsFor } from '../support/translations.ts'
import { expect, test } from '../support/fixtures.ts'

const tViewer = translationsFor('viewer')
const tTalent = translationsFor('talent')
const viewerCanvas = (page: Page) => page.getByRole('application')
const frameCount = async (page: Page) => Number(await viewerCanvas(page).getAttribute('data-frames'))
const animationTool = (page: Page) => page.getByRole('button', { name: tViewer('tool.motion'), exact: true })
const timeSlider = (page: Page) => page.getByRole('slider', { name: tViewer('motion.at') })

/** Opens the animated model of the demo world. */
async function openAnimatedModel(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
): Promise<BrowserWindow> {
  const maya = await openApiClient(url, 'Maya')
  const { items } = await maya.call(searchTalent, { query: {} })
  const all = await Promise.all(items.map(({ id }) => maya.call(readCreator, { params: { id } })))
  const isAnimated = (asset: { facts: { animations: string[] } | null } | null) =>
    (asset?.facts?.animations.length ?? 0) > 0
  const creator = all.find(({ portfolio }) => portfolio.some(({ asset }) => isAnimated(asset)))
  const item = creator?.portfolio.find(({ asset }) => isAnimated(asset))
  const window = await openBrowserWindow(browser, url, options)
  const { page } = window
  await signInAsDemoUser(mouseInput(page), 'Maya Torres')
  await page.goto(`/talent/${creator?.id}`)
  const title = item?.title ?? 'no such item'
  await page.getByRole('button', { name: tTalent('portfolio-item.open', { title }), exact: true }).click()
  await expect(viewerCanvas(page)).toHaveAttribute('data-state', 'ready', { timeout: 30_000 })
  return window
}

/** Waits until no more frames are drawn. */
const waitUntilIdle = (page: Page) =>
  waitUntil('the viewer to be idle', async () => {
    const before = await frameCount(page)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
    return before === (await frameCount(page))
  })

test(
  'an animated model plays and pauses by button and keyboard, and resets when the tool is closed',
  matrixOnly,
  async ({ world, browser }) => {
    const window = await openAnimatedModel(browser, world.server.url, { reducedMotion: 'no-preference' })
    const { page } = window
    await waitUntilIdle(page)
    await animationTool(page).click()
    const before = await frameCount(page)
    await expect.poll(() => frameCount(page)).toBeGreaterThan(before + 5)
    await expect.poll(async () => Number(await timeSlider(page).inputValue())).toBeGreaterThan(0)
    await page.getByRole('button', { name: tViewer('motion.pause'), exact: true }).click()
    await waitUntilIdle(page)
    const pausedAt = await timeSlider(page).inputValue()
    await viewerCanvas(page).focus()
    await page.keyboard.press(' ')
    await expect.poll(() => timeSlider(page).inputValue()).not.toBe(pausedAt)
    await page.keyboard.press(' ')
    await expect(page.getByRole('button', { name: tViewer('motion.play'), exact: true })).toBeVisible()
    await waitUntilIdle(page)
    await page.keyboard.press('Escape')
    await expect(timeSlider(page)).toHaveCount(0)
    await waitUntilIdle(page)
    await window.close()
  },
)

test('with reduced motion nothing moves until the user starts it', matrixOnly, async ({ world, browser }) => {
  const window = await openAnimatedModel(browser, world.server.url, { reducedMotion: 'reduce' })
  const { page } = window
  await animationTool(page).click()
  await expect(page.getByRole('button', { name: tViewer('motion.play'), exact: true })).toBeVisible()
  await waitUntilIdle(page)
  expect(await timeSlider(page).inputValue()).toBe('0')
  const before = await frameCount(page)
  await timeSlider(page).fill('0.5')
  await expect.poll(() => frameCount(page)).toBeGreaterThan(before)
  await waitUntilIdle(page)
  expect(Number(await timeSlider(page).inputValue())).toBeCloseTo(0.5, 1)
  await page.getByRole('button', { name: tViewer('motion.play'), exact: true }).click()
  await expect.poll(async () => Number(await timeSlider(page).inputValue())).not.toBeCloseTo(0.5, 2)
  await window.close()
})
