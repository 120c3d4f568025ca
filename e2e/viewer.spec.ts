import type { Page } from '@playwright/test'
import { answerPin, listPins } from '@veranda/contract/pins/routes.ts'
import { makeChair } from '../apps/server/seed/works/chair.ts'
import { faults, wear } from './support/look.ts'
import { type Caller, enter } from './support/person.ts'
import { uploadWork } from './support/upload.ts'
import { until } from './support/until.ts'
import { openWindow } from './support/window.ts'
import { wordsOf } from './support/words.ts'
import { expect, test } from './support/world.ts'
import { chairProject } from './viewer/chair-project.ts'

test.use({ file: 'viewer' })

const v = wordsOf('viewer')
const p = wordsOf('pins')

let maya: Caller
let kenji: Caller
let chair: Awaited<ReturnType<typeof chairProject>>
let milestoneId: string

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ world }) => {
  const { url } = world.server
  kenji = await enter(url, 'Kenji')
  maya = await enter(url, 'Maya')
  chair = await chairProject(kenji)
  milestoneId = (await chair.milestone()).id
})

const stage = (page: Page) => page.getByRole('application')

async function openVersion(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByRole('button', { name: /Maya / }).first().click()
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
  await page.goto(`${url}/projects/${chair.projectId}?milestone=${milestoneId}`)
}

async function ready(page: Page): Promise<void> {
  await expect(stage(page)).toHaveAttribute('data-state', 'ready', { timeout: 30_000 })
}

/** The place on the stage, in shares of it, as the window sees it. */
async function at(page: Page, x: number, y: number): Promise<[number, number]> {
  const box = await stage(page).boundingBox()
  if (!box) throw new Error('there is no stage')
  return [box.x + box.width * x, box.y + box.height * y]
}

async function pins() {
  const { items } = await maya.call(listPins, { params: { id: milestoneId } })
  return items
}

test('a client pins by mouse, by keyboard and from the list of parts; nothing is drawn while nothing moves', async ({
  world,
  browser,
}) => {
  const window = await openWindow(browser, world.server.url, { colorScheme: 'light', reducedMotion: 'reduce' })
  const { page } = window
  await openVersion(page, world.server.url)
  await ready(page)
  const frames = () => stage(page).getAttribute('data-frames')
  await until('the stage to rest', async () => {
    const before = await frames()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)))
    return before === (await frames())
  })

  await page.getByRole('button', { name: v('tool.pin'), exact: true }).click()
  await page.mouse.click(...(await at(page, 0.5, 0.5)))
  await page.getByRole('textbox', { name: p('new.text') }).fill('The seat is too low')
  await page.getByRole('button', { name: p('new.save') }).click()
  await expect(page.getByRole('button', { name: /^Pin 4, Open/ })).toBeVisible()

  await stage(page).focus()
  await page.keyboard.press('p')
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: p('new.text') }).fill('Seen by keyboard')
  await page.getByRole('button', { name: p('new.save') }).click()
  await expect(page.getByRole('button', { name: /^Pin 5, Open/ })).toBeVisible()

  await page.getByRole('button', { name: v('parts.count', { count: 14 }) }).click()
  await page.getByRole('button', { name: v('parts.pin', { part: 'Top rail' }) }).click()
  await page.getByRole('textbox', { name: p('new.text') }).fill('Raise it by 12 mm')
  await page.getByRole('button', { name: p('new.save') }).click()
  await expect(page.getByRole('button', { name: /^Pin 6, Open, on Top rail/ })).toBeVisible()
  expect((await pins()).at(-1)?.places.at(-1)?.part).toBe('Top rail')

  expect(await faults(page), 'by day').toEqual([])
  await wear(page, 'dusk')
  expect(await faults(page), 'at dusk').toEqual([])
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(wider, { message: `wider than ${width}` }).toBeLessThanOrEqual(0)
    expect(await faults(page), `${width} wide`).toEqual([])
  }
  await window.close()
})

test('the creator sees a pin without loading anew, and answers it', async ({ world, browser }) => {
  const window = await openWindow(browser, world.server.url)
  const { page } = window
  await openVersion(page, world.server.url)
  await page
    .getByRole('button', { name: /Raise it by 12 mm/ })
    .first()
    .click()
  const last = (await pins()).at(-1)
  await kenji.call(answerPin, {
    params: { id: last?.id ?? '' },
    body: { text: 'It will be in version 3.' },
  })
  await expect(page.getByText('It will be in version 3.')).toBeVisible()
  await window.close()
})

test('the next version takes the pins along, and the comparison says 12 mm where it is', async ({ world, browser }) => {
  const version = await chair.deliver(
    await uploadWork(kenji, world.server.url, 'reading-chair.glb', await makeChair(1)),
  )
  const carried = await until('the pins to be carried', async () => {
    const all = await pins()
    return all.every(({ places }) => places.at(-1)?.deliverableId === version.id) && all
  })
  expect(carried.map(({ places }) => places.at(-1)?.standing)).toEqual(carried.map(() => 'carried'))
  const rail = carried.find(({ places }) => places[0]?.part === 'Top rail')
  // Version 3 puts the rail back where it was at first.
  expect(rail?.places.map(({ position }) => Math.round(position.y * 1000))).toEqual([830, 841, 830])
  const window = await openWindow(browser, world.server.url, { reducedMotion: 'reduce' })
  const { page } = window
  await openVersion(page, world.server.url)
  await ready(page)
  await page.getByRole('button', { name: v('compare', { former: 'Version 2' }) }).click()
  const table = page.getByRole('region', {
    name: v('compare.caption', { former: 'Version 2', version: 'Version 3' }),
  })
  await expect(table.getByRole('row', { name: /Top rail/ })).toContainText(/12\.0 mm ± 0\.1 mm/)
  await expect(table.getByRole('row')).toHaveCount(2)
  expect(await faults(page), 'compared').toEqual([])
  for (const mode of ['flip', 'side', 'overlay', 'map'] as const) {
    await page.getByRole('button', { name: v(`compare.${mode}`), exact: true }).click()
  }
  await window.close()
})

test('a tap pins, and what it says is written at once', async ({ world, browser }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const window = await openWindow(browser, world.server.url, { ...phone, reducedMotion: 'reduce' })
  const { page } = window
  await openVersion(page, world.server.url)
  await ready(page)
  await stage(page).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: v('tool.pin'), exact: true }).tap()
  await page.touchscreen.tap(...(await at(page, 0.5, 0.55)))
  await expect(page.getByRole('textbox', { name: p('new.text') })).toBeFocused()
  await page.getByRole('textbox', { name: p('new.text') }).fill('Tapped')
  await page.getByRole('button', { name: p('new.save') }).tap()
  await expect(page.getByRole('button', { name: /Tapped/ }).first()).toBeVisible()
  await window.close()
})

test('a lost drawing context is survived, and comes back with the work', async ({ world, browser }) => {
  const window = await openWindow(browser, world.server.url)
  const { page } = window
  await openVersion(page, world.server.url)
  await ready(page)
  await stage(page).evaluate((host) => {
    const context = host.querySelector('canvas')?.getContext('webgl2')
    const extension = context?.getExtension('WEBGL_lose_context')
    extension?.loseContext()
    Reflect.set(globalThis, 'restoreContext', () => extension?.restoreContext())
  })
  await expect(stage(page)).toHaveAttribute('data-state', 'lost')
  await expect(page.getByText(v('lost'))).toBeVisible()
  await page.evaluate(() => (Reflect.get(globalThis, 'restoreContext') as () => void)())
  await ready(page)
  const drawn = await stage(page).evaluate((host) =>
    host.querySelector('canvas')?.getContext('webgl2')?.isContextLost(),
  )
  expect(drawn).toBe(false)
  await window.close()
})

test('without WebGL there are the picture, a clear word, the parts, and pins on them', async ({ world, browser }) => {
  const window = await openWindow(browser, world.server.url)
  const { page } = window
  await page.addInitScript(() => {
    const real = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function get(this: HTMLCanvasElement, ...args: Parameters<typeof real>) {
      return args[0].startsWith('webgl') ? null : real.apply(this, args)
    } as typeof real
  })
  await openVersion(page, world.server.url)
  await expect(page.getByText(v('none'))).toBeVisible()
  await expect(page.getByRole('img', { name: v('picture', { name: 'reading-chair.glb' }) })).toBeVisible()
  await page.getByRole('button', { name: v('parts.pin', { part: 'Cushion' }) }).click()
  await page.getByRole('textbox', { name: p('new.text') }).fill('Softer, please')
  await page.getByRole('button', { name: p('new.save') }).click()
  await expect(page.getByRole('button', { name: /Softer, please/ })).toBeVisible()
  await window.close()
})
