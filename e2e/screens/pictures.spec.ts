import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import sharp from 'sharp'
import { roomLaunchOptions } from '../rooms/emulated-devices.ts'
import { enterRoom, roomDrawer, signInAs } from '../rooms/enter-room.ts'
import { openApiClient } from '../support/api-client.ts'
import { expect, test } from '../support/fixtures.ts'
import { saveMontage } from '../support/montage.ts'
import { root } from '../support/paths.ts'
import { readingChairProject } from '../support/reading-chair.ts'
import { translationsFor } from '../support/translations.ts'

const tRooms = translationsFor('rooms')
const readmeFolder = join(root, 'docs/images')
const stripFolder = join(root, '.data/pictures')
const desktop = { width: 1_440, height: 900 }
const phone = { width: 390, height: 760 }
const storySeconds = 10
/** The width of one picture in a film strip, in pixels. */
const stripPictureWidth = 480
const stripColumns = 4

// Run by `npm run e2e -- pictures`, for a person to look at: the tracked pictures of the README, and film strips.
test.use({ launchOptions: roomLaunchOptions })
test.setTimeout(900_000)

type Theme = 'light' | 'dark'
type View = BrowserContextOptions & { colorScheme: Theme }

async function withPage(browser: Browser, url: string, view: View, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', ...view })
  await use(await context.newPage())
  await context.close()
}

/** Waits until nothing is loaded any more and all models and images in view are drawn. */
async function waitUntilDrawn(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[data-state="loading"]')).toHaveCount(0, { timeout: 60_000 })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  // Images below the window may not be loaded at all.
  await page.waitForFunction(() =>
    Array.from(document.images).every(
      (image) => image.complete || image.getBoundingClientRect().top > document.documentElement.clientHeight,
    ),
  )
}

async function saveForReadme(page: Page, name: string): Promise<void> {
  await waitUntilDrawn(page)
  const png = await page.screenshot({ animations: 'disabled' })
  await sharp(png)
    .png({ palette: true, quality: 95, effort: 10 })
    .toFile(join(readmeFolder, `${name}.png`))
}

test('the pictures of the README', async ({ world, browser }) => {
  // By its name, because passkeys need one and the page would say so.
  const url = world.server.url.replace('127.0.0.1', 'localhost')
  const { projectId, milestone } = await readingChairProject(await openApiClient(url, 'Kenji'))
  const { id: milestoneId } = await milestone()
  await withPage(browser, url, { colorScheme: 'light', viewport: desktop }, async (page) => {
    await page.goto('/login?front-door=scene&front-door-ms=3800')
    await expect(page.locator('[data-state="ready"]')).toBeVisible({ timeout: 120_000 })
    await saveForReadme(page, 'front-door')
    await page.goto('/explore')
    await saveForReadme(page, 'explore')
    await signInAs(page, 'Maya')
    await saveForReadme(page, 'dashboard')
    await page.goto('/search')
    await saveForReadme(page, 'search')
    await page.goto('/messages')
    await page.getByText('Reading chair').first().click()
    await saveForReadme(page, 'messages')
  })
  await withPage(browser, url, { colorScheme: 'dark', viewport: desktop }, async (page) => {
    await signInAs(page, 'Maya')
    await page.goto(`/projects/${projectId}?view=milestones&milestone=${milestoneId}`)
    await expect(page.locator('[data-state="ready"]').first()).toBeVisible({ timeout: 60_000 })
    await saveForReadme(page, 'project')
  })
  await withPage(
    browser,
    url,
    { colorScheme: 'dark', viewport: phone, deviceScaleFactor: 2, hasTouch: true },
    async (page) => {
      await signInAs(page, 'Maya')
      await saveForReadme(page, 'phone')
    },
  )
  for (const [name, view] of [
    ['room', { colorScheme: 'light', viewport: { width: 1_200, height: 750 } }],
    ['room-phone', { colorScheme: 'dark', viewport: phone, hasTouch: true, isMobile: true }],
  ] as const) {
    await withPage(browser, url, view, async (page) => {
      await signInAs(page, 'Maya')
      await enterRoom(page, `/rooms/${projectId}`)
      await page.getByRole('button', { name: tRooms('move-hint.dismiss') }).click()
      if (name === 'room') await expect(roomDrawer(page)).toBeVisible()
      await saveForReadme(page, name)
    })
  }
})

test('film strips of the front door', async ({ world, browser }) => {
  await mkdir(stripFolder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [desktop, { width: 768, height: 1_024 }]) {
      await withPage(browser, world.server.url, { colorScheme, viewport }, async (page) => {
        const pictures: Buffer[] = []
        for (let second = 0; second <= storySeconds; second++) {
          await page.goto(`/login?front-door=scene&front-door-ms=${Math.max(1, second * 1_000)}`)
          await expect(page.locator('[data-state="ready"]')).toBeVisible({ timeout: 120_000 })
          await expect
            .poll(() => page.locator('[data-frames]').evaluate(({ dataset }) => Number(dataset['frames'])))
            .toBeGreaterThan(1)
          pictures.push(await page.screenshot({ animations: 'disabled' }))
        }
        const file = join(stripFolder, `front-door-${viewport.width}-${colorScheme}.png`)
        await saveMontage(file, pictures, { pictureWidth: stripPictureWidth, columns: stripColumns })
      })
    }
    // Narrow screens and readers who prefer reduced motion get stills.
    for (const viewport of [{ width: 390, height: 844 }, desktop]) {
      await withPage(browser, world.server.url, { colorScheme, viewport }, async (page) => {
        await page.goto('/login')
        await waitUntilDrawn(page)
        await page.screenshot({
          path: join(stripFolder, `front-door-stills-${viewport.width}-${colorScheme}.png`),
          fullPage: true,
        })
      })
    }
  }
})
