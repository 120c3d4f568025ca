import { searchTalent, readTalent } from '@veranda/contract/talent/routes.ts'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { enterByPress } from './support/entrance.ts'
import { mouse } from './support/hand.ts'
import { enter } from './support/person.ts'
import { until } from './support/until.ts'
import { openWindow, type Window } from './support/window.ts'
import { wordsOf } from './support/words.ts'
import { expect, test } from './support/world.ts'

test.use({ file: 'motion' })

const v = wordsOf('viewer')
const stage = (page: Page) => page.getByRole('application')
const frames = async (page: Page) => Number(await stage(page).getAttribute('data-frames'))
const tool = (page: Page) => page.getByRole('button', { name: v('tool.motion'), exact: true })
const place = (page: Page) => page.getByRole('slider', { name: v('motion.at') })

/** Opens the animated piece of the demo world, whoever made it. */
async function openMobile(browser: Browser, url: string, options: BrowserContextOptions): Promise<Window> {
  const maya = await enter(url, 'Maya')
  const { items } = await maya.call(searchTalent, { query: {} })
  const all = await Promise.all(items.map(({ id }) => maya.call(readTalent, { params: { id } })))
  const moving = (work: { facts: { animations: string[] } | null } | null) => (work?.facts?.animations.length ?? 0) > 0
  const creator = all.find(({ portfolio }) => portfolio.some(({ work }) => moving(work)))
  const piece = creator?.portfolio.find(({ work }) => moving(work))
  const window = await openWindow(browser, url, options)
  const { page } = window
  await enterByPress(mouse(page), 'Maya Torres')
  await page.goto(`/talent/${creator?.id}`)
  await page.getByRole('button', { name: new RegExp(piece?.title ?? 'no such piece') }).click()
  await expect(stage(page)).toHaveAttribute('data-state', 'ready', { timeout: 30_000 })
  return window
}

/** Nothing is drawn any more. */
const resting = (page: Page) =>
  until('the stage to rest', async () => {
    const before = await frames(page)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
    return before === (await frames(page))
  })

test('an animated work plays and pauses by button and by keyboard, and stands as it was when that is put away', async ({
  world,
  browser,
}) => {
  const window = await openMobile(browser, world.server.url, { reducedMotion: 'no-preference' })
  const { page } = window
  await resting(page)
  await tool(page).click()
  const before = await frames(page)
  await expect.poll(() => frames(page)).toBeGreaterThan(before + 5)
  await expect.poll(async () => Number(await place(page).inputValue())).toBeGreaterThan(0)
  await page.getByRole('button', { name: v('motion.pause'), exact: true }).click()
  await resting(page)
  const held = await place(page).inputValue()
  await stage(page).focus()
  await page.keyboard.press(' ')
  await expect.poll(() => place(page).inputValue()).not.toBe(held)
  await page.keyboard.press(' ')
  await expect(page.getByRole('button', { name: v('motion.play'), exact: true })).toBeVisible()
  await resting(page)
  await page.keyboard.press('Escape')
  await expect(place(page)).toHaveCount(0)
  await resting(page)
  await window.close()
})

test('where somebody wants no motion nothing moves before they ask for it by hand', async ({ world, browser }) => {
  const window = await openMobile(browser, world.server.url, { reducedMotion: 'reduce' })
  const { page } = window
  await tool(page).click()
  await expect(page.getByRole('button', { name: v('motion.play'), exact: true })).toBeVisible()
  await resting(page)
  expect(await place(page).inputValue()).toBe('0')
  const before = await frames(page)
  await place(page).fill('0.5')
  await expect.poll(() => frames(page)).toBeGreaterThan(before)
  await resting(page)
  expect(Number(await place(page).inputValue())).toBeCloseTo(0.5, 1)
  await page.getByRole('button', { name: v('motion.play'), exact: true }).click()
  await expect.poll(async () => Number(await place(page).inputValue())).not.toBeCloseTo(0.5, 2)
  await window.close()
})
