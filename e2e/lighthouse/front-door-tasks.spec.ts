import type { Page } from '@playwright/test'
import { roomLaunchOptions } from '../rooms/emulated-devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { translationsFor } from '../support/translations.ts'
import { formatTask, type PageTask, traceTasks } from './page-tasks.ts'

const tFrontDoor = translationsFor('accounts/front-door')

/** A middle-class phone has about a quarter of the speed of a laptop's processor. */
const slowdown = 4
const maxTaskMs = 100
/** The file with the code of the scene. */
const sceneFile = /^open-front-door-/
/** Frames in which a scene that still draws would have drawn. */
const watchedFrames = 60

/**
 * The browser composes the page through software OpenGL. By processor alone it would read every frame of the canvas back
 * into the page's own thread, which no browser with a graphics card does.
 */
const launchOptions = {
  ...roomLaunchOptions,
  args: roomLaunchOptions.args.filter((flag) => flag !== '--disable-gpu-compositing'),
}

const isLong = ({ processorMs }: PageTask) => processorMs > maxTaskMs

test.use({ launchOptions })
test.setTimeout(15 * 60_000)

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

const frameCount = (page: Page) => page.locator('[data-frames]').evaluate(({ dataset }) => Number(dataset['frames']))

/** Lets the browser offer frames, which also come while nothing is drawn. */
async function passFrames(page: Page, count: number): Promise<void> {
  await page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  }, count)
}

/** Expects that the scene comes to rest, and draws nothing in the frames after that. */
async function expectNoFrames(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const before = await frameCount(page)
      await passFrames(page, 3)
      return (await frameCount(page)) - before
    })
    .toBe(0)
  const before = await frameCount(page)
  await passFrames(page, watchedFrames)
  expect(await frameCount(page)).toBe(before)
}

// Without a graphics card the processor draws, beside the page's own thread, which waits for it. So not the time from a
// task's start to its end is limited but the processor time that it takes: the work of the page's code and of the browser
// for it, at a quarter of the speed of this machine. What the driver of a phone's graphics card lets a page wait for
// cannot be measured here.
test('on a slow processor no task of the scene works for longer than a tenth of a second', async ({
  world,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: world.server.url, viewport: { width: 768, height: 700 } })
  const page = await context.newPage()
  await slowDown(page)
  const controls = page.getByRole('group', { name: tFrontDoor('model') })
  const tasks = await traceTasks(browser, page, async () => {
    await page.goto('/login?front-door=scene')
    await expect(controls.getByRole('button', { name: tFrontDoor('replay') })).toBeVisible({ timeout: 10 * 60_000 })
  })
  const first = tasks.findIndex(({ scripts }) => scripts.some((script) => sceneFile.test(script)))
  const sceneTasks = tasks.slice(Math.max(0, first))
  const frames = await frameCount(page)
  process.stdout.write(`768 px wide, ${frames} frames until the end of the story. ${summarize(sceneTasks)}\n`)
  // Otherwise nothing was observed.
  expect(first).toBeGreaterThan(0)
  expect(frames).toBeGreaterThan(10)
  expect(sceneTasks.filter(isLong).map(formatTask)).toEqual([])
  await context.close()
})

test('a phone loads no code of the scene', async ({ world, browser }) => {
  const context = await browser.newContext({ baseURL: world.server.url, viewport: { width: 390, height: 760 } })
  const page = await context.newPage()
  await slowDown(page)
  const tasks = await traceTasks(browser, page, async () => {
    await page.goto('/login')
    await page.getByRole('region', { name: tFrontDoor('story') }).waitFor()
    await page.waitForLoadState('networkidle')
  })
  process.stdout.write(`390 px wide, with the start of the app. ${summarize(tasks)}\n`)
  const scripts = tasks.flatMap((task) => task.scripts)
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((script) => sceneFile.test(script))).toEqual([])
  await context.close()
})

function summarize(tasks: readonly PageTask[]): string {
  const slow = tasks.filter(({ durationMs }) => durationMs > maxTaskMs)
  const longest = tasks.toSorted((a, b) => b.processorMs - a.processorMs).slice(0, 3)
  return (
    `Processor ${slowdown} times slower; tasks that take over ${maxTaskMs} ms, with waiting for what the processor draws: ` +
    `${slow.length}; over ${maxTaskMs} ms of processor time: ${tasks.filter(isLong).length}. The longest:\n` +
    longest.map((task) => `  ${formatTask(task)}`).join('\n')
  )
}

test('the scene draws no frame while it is out of sight or its tab is hidden', async ({ world, browser }) => {
  const context = await browser.newContext({ baseURL: world.server.url, viewport: { width: 768, height: 500 } })
  const page = await context.newPage()
  await page.goto('/login?front-door=scene')
  const drawsOn = async () => {
    const before = await frameCount(page)
    await expect.poll(() => frameCount(page)).toBeGreaterThan(before)
  }
  await expect(page.locator('[data-frames]')).toBeAttached({ timeout: 60_000 })
  await drawsOn()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.locator('[data-frames]')).not.toBeInViewport()
  await expectNoFrames(page)
  await page.evaluate(() => scrollTo(0, 0))
  await drawsOn()
  // A headless browser hides no tab, so the page's own fields say that it is.
  const setHidden = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await setHidden(true)
  await expectNoFrames(page)
  await setHidden(false)
  await drawsOn()
  await context.close()
})
