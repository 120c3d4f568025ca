import type { Locator, Page } from '@playwright/test'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { replyToPin, listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { makeChair, raisedPartName } from '../../apps/server/seed/assets/chair.ts'
import { ModelBuilder } from '../../apps/server/seed/assets/model-builder.ts'
import { ball, box, place } from '../../apps/server/seed/assets/solids.ts'
import { compressTextures } from '../../apps/server/src/platform/assets/conversion/compress-textures.ts'
import { renditionFileNames } from '../../apps/server/src/platform/assets/conversion/worker-messages.ts'
import { axeViolations, switchTheme } from '../support/browser/page-audit.ts'
import { type ApiClient, openApiClient } from '../support/api-client.ts'
import { uploadAsset } from '../support/upload.ts'
import { waitUntil } from '../support/wait-until.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { anyText, patternOf, translationsFor } from '../support/translations.ts'
import { expect, test } from '../support/fixtures.ts'
import { readingChairProject } from '../support/reading-chair.ts'
import { matrixOnly } from '../support/scope.ts'

const tViewer = translationsFor('viewer')
const tPins = translationsFor('commissions/pins')
const tCommissions = translationsFor('commissions')

let maya: ApiClient
let kenji: ApiClient
let chair: Awaited<ReturnType<typeof readingChairProject>>
let milestoneId: string

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ world }) => {
  const { url } = world.server
  kenji = await openApiClient(url, 'Kenji')
  maya = await openApiClient(url, 'Maya')
  chair = await readingChairProject(kenji)
  milestoneId = (await chair.milestone()).id
})

const viewerCanvas = (page: Page) => page.getByRole('application')

async function openVersion(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByRole('button', { name: /Maya / }).first().click()
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
  await page.goto(`${url}/projects/${chair.projectId}?milestone=${milestoneId}`)
}

async function expectViewerReady(page: Page): Promise<void> {
  await expect(viewerCanvas(page)).toHaveAttribute('data-state', 'ready', { timeout: 30_000 })
}

/** Returns a point on the canvas, given as fractions of its size, in window coordinates. */
async function pointOnCanvas(page: Page, x: number, y: number): Promise<[number, number]> {
  const box = await viewerCanvas(page).boundingBox()
  if (!box) throw new Error('the viewer canvas has no size')
  return [box.x + box.width * x, box.y + box.height * y]
}

async function readPins() {
  const { items } = await maya.call(listPins, { params: { id: milestoneId } })
  return items
}

test('a client pins by mouse, by keyboard and from the list of parts; an idle viewer draws no frames', async ({
  world,
  browser,
}) => {
  const window = await openBrowserWindow(browser, world.server.url, { colorScheme: 'light', reducedMotion: 'reduce' })
  const { page } = window
  await openVersion(page, world.server.url)
  await expectViewerReady(page)
  const frames = () => viewerCanvas(page).getAttribute('data-frames')
  await waitUntil('the viewer to be idle', async () => {
    const before = await frames()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)))
    return before === (await frames())
  })

  await page.getByRole('button', { name: tViewer('tool.pin'), exact: true }).click()
  await page.mouse.click(...(await pointOnCanvas(page, 0.5, 0.5)))
  await page.getByRole('textbox', { name: tPins('new.text') }).fill('The seat is too low')
  await page.getByRole('button', { name: tPins('new.save') }).click()
  await expect(page.getByRole('button', { name: /^Pin 4, Open/ })).toBeVisible()

  await viewerCanvas(page).focus()
  await page.keyboard.press('p')
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: tPins('new.text') }).fill('Seen by keyboard')
  await page.getByRole('button', { name: tPins('new.save') }).click()
  await expect(page.getByRole('button', { name: /^Pin 5, Open/ })).toBeVisible()

  await page.getByRole('button', { name: tViewer('parts.count', { count: 14 }) }).click()
  await page.getByRole('button', { name: tViewer('parts.pin', { part: 'Top rail' }) }).click()
  await page.getByRole('textbox', { name: tPins('new.text') }).fill('Raise it by 12 mm')
  await page.getByRole('button', { name: tPins('new.save') }).click()
  await expect(page.getByRole('button', { name: /^Pin 6, Open, on Top rail/ })).toBeVisible()
  expect((await readPins()).at(-1)?.places.at(-1)?.part).toBe('Top rail')

  expect(await axeViolations(page), 'by day').toEqual([])
  await switchTheme(page, 'dusk')
  expect(await axeViolations(page), 'at dusk').toEqual([])
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const overflowWidth = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(overflowWidth, { message: `wider than ${width}` }).toBeLessThanOrEqual(0)
    expect(await axeViolations(page), `${width} wide`).toEqual([])
  }
  await window.close()
})

test(
  'the picture fits a low window with its tools, and on a phone the title of the milestone breaks between words',
  matrixOnly,
  async ({ world, browser }) => {
    const viewport = { width: 1440, height: 820 }
    const window = await openBrowserWindow(browser, world.server.url, { viewport, reducedMotion: 'reduce' })
    const { page } = window
    await openVersion(page, world.server.url)
    await expectViewerReady(page)
    const bottomOf = async (locator: Locator) => {
      const { y, height } = (await locator.boundingBox()) ?? { y: NaN, height: NaN }
      return y + height
    }
    expect(await bottomOf(viewerCanvas(page)), 'the picture ends in sight').toBeLessThanOrEqual(viewport.height)
    expect(await bottomOf(page.getByRole('toolbar', { name: tViewer('tools') }))).toBeLessThanOrEqual(viewport.height)

    await page.setViewportSize({ width: 360, height: 800 })
    await page.getByRole('button', { name: tCommissions('approve.act') }).click()
    const dialog = page.getByRole('dialog', { name: tCommissions('approve.title') })
    const title = dialog.getByRole('definition').first()
    const brokenWords = await title.evaluate((element) => {
      const text = 'Photorealistic visualisations, construction-ready documentation and a walkable presentation'
      element.textContent = text
      const node = element.firstChild
      if (!node) return undefined
      return [...text.matchAll(/[^\s-]+-?/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        return range.getClientRects().length > 1 ? [word] : []
      })
    })
    expect(brokenWords).toEqual([])
    await window.close()
  },
)

test('the creator sees a new pin without reloading, and replies to it', async ({ world, browser }) => {
  const window = await openBrowserWindow(browser, world.server.url)
  const { page } = window
  await openVersion(page, world.server.url)
  await page
    .getByRole('button', { name: /Raise it by 12 mm/ })
    .first()
    .click()
  const last = (await readPins()).at(-1)
  await kenji.call(replyToPin, {
    params: { id: last?.id ?? '' },
    body: { text: 'It will be in version 3.' },
  })
  await expect(page.getByText('It will be in version 3.')).toBeVisible()
  await window.close()
})

test(
  'the next version carries the pins over, and the comparison shows the 12 mm where they are',
  matrixOnly,
  async ({ world, browser }) => {
    const version = await chair.deliver(
      await uploadAsset(kenji, world.server.url, 'reading-chair.glb', await makeChair(1)),
    )
    const carriedPins = await waitUntil('the pins to be carried', async () => {
      const all = await readPins()
      return all.every(({ places }) => places.at(-1)?.deliverableId === version.id) && all
    })
    expect(carriedPins.map(({ places }) => places.at(-1)?.status)).toEqual(carriedPins.map(() => 'carried'))
    const rail = carriedPins.find(({ places }) => places[0]?.part === 'Top rail')
    // Version 3 puts the rail back where it was in version 1.
    expect(rail?.places.map(({ position }) => Math.round(position.y * 1000))).toEqual([830, 841, 830])
    const window = await openBrowserWindow(browser, world.server.url, { reducedMotion: 'reduce' })
    const { page } = window
    await openVersion(page, world.server.url)
    await expectViewerReady(page)
    await page.getByRole('button', { name: tViewer('compare', { former: 'Version 2' }) }).click()
    const table = page.getByRole('region', {
      name: tViewer('compare.caption', { former: 'Version 2', version: 'Version 3' }),
    })
    await expect(table.getByRole('row', { name: /Top rail/ })).toContainText(/12\.0 mm ± 0\.1 mm/)
    // Nothing else moved, and the oak is as light again as it was in version 1; the cushion is not of oak.
    await expect(table.getByRole('row').filter({ hasText: / mm/ })).toHaveCount(1)
    await expect(table.getByRole('row', { name: /Seat/ })).toContainText(tViewer('compare.color'))
    await expect(table.getByRole('row', { name: /Cushion/ })).toHaveCount(0)
    expect(await axeViolations(page), 'compared').toEqual([])
    for (const mode of ['flip', 'side', 'overlay', 'map'] as const) {
      await page.getByRole('button', { name: tViewer(`compare.${mode}`), exact: true }).click()
    }
    await window.close()
  },
)

test('on a phone a tap adds a pin and focuses its text field', matrixOnly, async ({ world, browser }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const window = await openBrowserWindow(browser, world.server.url, { ...phone, reducedMotion: 'reduce' })
  const { page } = window
  await openVersion(page, world.server.url)
  await expectViewerReady(page)
  await viewerCanvas(page).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: tViewer('tool.pin'), exact: true }).tap()
  await page.touchscreen.tap(...(await pointOnCanvas(page, 0.5, 0.55)))
  await expect(page.getByRole('textbox', { name: tPins('new.text') })).toBeFocused()
  await page.getByRole('textbox', { name: tPins('new.text') }).fill('Tapped')
  await page.getByRole('button', { name: tPins('new.save') }).tap()
  await expect(page.getByRole('button', { name: /Tapped/ }).first()).toBeVisible()
  await window.close()
})

test('a lost WebGL context is reported, and restored with the asset', matrixOnly, async ({ world, browser }) => {
  const window = await openBrowserWindow(browser, world.server.url)
  const { page } = window
  await openVersion(page, world.server.url)
  await expectViewerReady(page)
  await viewerCanvas(page).evaluate((host) => {
    const context = host.querySelector('canvas')?.getContext('webgl2')
    const extension = context?.getExtension('WEBGL_lose_context')
    extension?.loseContext()
    Reflect.set(globalThis, 'restoreContext', () => extension?.restoreContext())
  })
  await expect(viewerCanvas(page)).toHaveAttribute('data-state', 'lost')
  await expect(page.getByText(tViewer('lost'))).toBeVisible()
  await page.evaluate(() => (Reflect.get(globalThis, 'restoreContext') as () => void)())
  await expectViewerReady(page)
  const isContextLost = await viewerCanvas(page).evaluate((host) =>
    host.querySelector('canvas')?.getContext('webgl2')?.isContextLost(),
  )
  expect(isContextLost).toBe(false)
  await window.close()
})

test(
  'textures that stay compressed on the graphics card are unpacked under our content policy',
  matrixOnly,
  async ({ world, browser }) => {
    const window = await openBrowserWindow(browser, world.server.url)
    const { page } = window
    const body = await withCompressedTextures(await makeChair(1))
    await page.route('**/api/assets/*/model', (route) => route.fulfill({ body, contentType: 'model/gltf-binary' }))
    const unpacked = page.waitForResponse((response) => response.url().endsWith('.wasm'))
    await openVersion(page, world.server.url)
    await expectViewerReady(page)
    expect((await unpacked).status()).toBe(200)
    expect((await viewerCanvas(page).screenshot()).length).toBeGreaterThan(10_000)
    await window.close()
  },
)

/** Returns a model with its textures as KTX2, as the server makes them for large ones. */
async function withCompressedTextures(glb: Uint8Array): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'veranda-ktx2-'))
  try {
    const file = join(folder, 'in.glb')
    await writeFile(file, glb)
    await compressTextures(file, folder)
    return await readFile(join(folder, renditionFileNames.compressed))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('without a graphics card metal reflects the sky of its light and is not black', async ({ world, browser }) => {
  const window = await openBrowserWindow(browser, world.server.url, { colorScheme: 'light', reducedMotion: 'reduce' })
  const { page } = window
  const builder = new ModelBuilder('Ball')
  const steel = builder.addMaterial({ name: 'Steel', color: [0.9, 0.9, 0.9], metalness: 1, roughness: 0.3 })
  builder.addPart('Ball', ball(0.3, 64), steel)
  const body = Buffer.from(await builder.toGlb())
  await page.route('**/api/assets/*/model', (route) => route.fulfill({ body, contentType: 'model/gltf-binary' }))
  await openVersion(page, world.server.url)
  await expectViewerReady(page)
  await viewerCanvas(page).scrollIntoViewIfNeeded()
  // The sun is reflected further up and to the right, so only the sky is reflected here.
  const [x, y] = await pointOnCanvas(page, 0.45, 0.45)
  const spot = await page.screenshot({ clip: { x, y, width: 4, height: 4 } })
  expect(await darkestByte(page, spot)).toBeGreaterThan(90)
  await window.close()
})

/** Returns the lowest value of any channel of a PNG, from 0 to 255. */
async function darkestByte(page: Page, png: Buffer): Promise<number> {
  return Math.min(...(await bytesOf(page, png)))
}

/** Returns the pixels of a PNG, four bytes each. */
async function bytesOf(page: Page, png: Buffer): Promise<number[]> {
  const blank = await page.context().newPage()
  const bytes = await blank.evaluate(
    async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
      context?.drawImage(image, 0, 0)
      return Array.from(context?.getImageData(0, 0, image.width, image.height).data ?? [])
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  await blank.close()
  return bytes
}

test(
  'with a graphics card a model is darker in its creases and shades the ground below it, and nowhere else',
  matrixOnly,
  async ({ world, browser }) => {
    const window = await openBrowserWindow(browser, world.server.url, { colorScheme: 'light', reducedMotion: 'reduce' })
    const { page } = window
    await page.addInitScript(pretendFastGraphics)
    const builder = new ModelBuilder('Corner')
    const card = builder.addMaterial({ name: 'Grey card', color: [0.18, 0.18, 0.18], roughness: 1 })
    builder.addPart('Cushion', box(1, 0.02, 1, 0.001), card)
    builder.addPart(raisedPartName, place(box(1, 0.5, 0.02, 0.001), { move: [0, 0.26, -0.49] }), card)
    const body = Buffer.from(await builder.toGlb())
    await page.route('**/api/assets/*/model', (route) => route.fulfill({ body, contentType: 'model/gltf-binary' }))
    await openVersion(page, world.server.url)
    await expectViewerReady(page)
    await page.getByRole('button', { name: tViewer('parts.count', { count: 14 }) }).click()
    await page.getByRole('button', { name: tViewer('parts.hide', { part: raisedPartName }) }).click()
    const alone = await columnOfPicture(page)
    const ground = alone[0] ?? 0
    const isCard = (value: number) => value > 100 && value < 150
    const [first, last] = [alone.findIndex(isCard), alone.findLastIndex(isCard)]
    // Without the wall the card is in the open, and evenly lit.
    const open = alone[Math.round((first + last) / 2)] ?? 0
    expect(last - first).toBeGreaterThan(40)
    expect(Math.max(...alone.slice(first + 3, last - 6).map((value) => Math.abs(value - open)))).toBeLessThanOrEqual(4)
    // Below its near edge lies the shade that it leaves on the ground.
    expect(Math.min(...alone.slice(last + 12, last + 16)) / ground).toBeLessThan(0.9)

    await page.getByRole('button', { name: tViewer('parts.show', { part: raisedPartName }) }).click()
    await waitUntil('the crease to be darker', async () => {
      const beside = await columnOfPicture(page)
      expect(Math.abs((beside[last - 20] ?? 0) - (alone[last - 20] ?? 0))).toBeLessThanOrEqual(1)
      const darkest = Math.min(...beside.slice(first + 2, first + 5))
      return darkest / open < 0.92
    })
    await window.close()
  },
)

/** Lets a page believe that this machine has a graphics card and a strong processor. */
function pretendFastGraphics(): void {
  const rendererName = 0x9246
  const { getParameter } = WebGL2RenderingContext.prototype
  WebGL2RenderingContext.prototype.getParameter = function get(this: WebGL2RenderingContext, name: number) {
    return name === rendererName ? 'Graphics card' : getParameter.call(this, name)
  }
  Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => 8 })
}

/** Returns the green of the picture alone from top to bottom, in the column at 58 % of its width. */
async function columnOfPicture(page: Page): Promise<number[]> {
  await viewerCanvas(page).scrollIntoViewIfNeeded()
  const showCanvasAlone = (isAlone: boolean) =>
    page.evaluate((alone) => {
      document.body.style.visibility = alone ? 'hidden' : ''
      const canvas = document.querySelector('canvas')
      if (canvas) canvas.style.visibility = alone ? 'visible' : ''
    }, isAlone)
  const box = await viewerCanvas(page).boundingBox()
  if (!box) throw new Error('the viewer canvas has no size')
  await showCanvasAlone(true)
  const clip = { x: Math.round(box.x + box.width * 0.58), y: box.y, width: 1, height: box.height }
  const png = await page.screenshot({ clip })
  await showCanvasAlone(false)
  return (await bytesOf(page, png)).filter((_, index) => index % 4 === 1)
}

test('without WebGL the viewer shows the thumbnail, an explanation and the parts, and pins can be set on parts', async ({
  world,
  browser,
}) => {
  const window = await openBrowserWindow(browser, world.server.url)
  const { page } = window
  await page.addInitScript(() => {
    const real = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function get(this: HTMLCanvasElement, ...args: Parameters<typeof real>) {
      return args[0].startsWith('webgl') ? null : real.apply(this, args)
    } as typeof real
  })
  await openVersion(page, world.server.url)
  await expect(page.getByText(tViewer('none'))).toBeVisible()
  await expect(page.getByRole('img', { name: patternOf(tViewer('image', { name: anyText })) })).toBeVisible()
  await page.getByRole('button', { name: tViewer('parts.pin', { part: 'Cushion' }) }).click()
  await page.getByRole('textbox', { name: tPins('new.text') }).fill('Softer, please')
  await page.getByRole('button', { name: tPins('new.save') }).click()
  await expect(page.getByRole('button', { name: /Softer, please/ })).toBeVisible()
  await window.close()
})
