import type { Page } from '@playwright/test'
import { listPins } from '@veranda/contract/pins/routes.ts'
import { chromium } from './support/chromium.ts'
import { enterByPress } from './support/entrance.ts'
import { keyboard } from './support/keyboard.ts'
import { mouse } from './support/hand.ts'
import { faults, wear } from './support/look.ts'
import { type Caller, enter } from './support/person.ts'
import { until } from './support/until.ts'
import { openWindow } from './support/window.ts'
import { wordsOf } from './support/words.ts'
import { expect, test } from './support/world.ts'
import { chairProject } from './viewer/chair-project.ts'

const p = wordsOf('pins')
const v = wordsOf('viewer')

/** A browser that hears a beep where there is no microphone; the page still has to be allowed to listen. */
const args = [...chromium.args, '--use-fake-device-for-media-stream']
test.use({ file: 'voice-notes', launchOptions: { ...chromium, args } })
test.describe.configure({ mode: 'serial' })

let maya: Caller
let chair: Awaited<ReturnType<typeof chairProject>>
let place: string

test.beforeAll(async ({ world }) => {
  maya = await enter(world.server.url, 'Maya')
  chair = await chairProject(await enter(world.server.url, 'Kenji'))
  place = `/projects/${chair.projectId}?milestone=${(await chair.milestone()).id}`
})

async function newest() {
  const { items } = await maya.call(listPins, { params: { id: (await chair.milestone()).id } })
  return items.at(-1)
}

/** By the list of parts: the place of a pin without a mouse on the stage. */
async function startPin(page: Page): Promise<void> {
  // Open by itself until the work is drawn.
  const parts = page.getByRole('button', { name: v('parts.count', { count: 14 }), expanded: false })
  await parts.click()
  await page.getByRole('button', { name: v('parts.pin', { part: 'Top rail' }) }).click()
  await expect(page.getByRole('form', { name: p('new') })).toBeVisible()
}

test('a pin is said aloud by keyboard, heard by the other side, and answered aloud', async ({ world, browser }) => {
  const { url } = world.server
  const options = { permissions: ['microphone'], reducedMotion: 'reduce' as const }
  const window = await openWindow(browser, url, options)
  const { page } = window
  await enterByPress(mouse(page), 'Maya Torres')
  await page.goto(place)
  await startPin(page)
  const form = page.getByRole('form', { name: p('new') })
  await expect(form.getByRole('button', { name: p('new.save') })).toBeDisabled()
  const hand = keyboard(page)
  await hand.press(form.getByRole('button', { name: p('voice.record') }))
  await expect(form.getByText(p('voice.recording', { seconds: 2, max: 60 }))).toBeVisible()
  expect(await faults(page), 'recording').toEqual([])
  await hand.press(form.getByRole('button', { name: p('voice.stop') }))
  await expect(form.getByRole('group', { name: /^Voice note, \d seconds$/ })).toBeVisible()
  await hand.press(form.getByRole('button', { name: p('new.save') }))
  await expect(page.getByRole('button', { name: /^\d+ Voice note, \d seconds/ })).toBeVisible()
  const pin = await until('the pin to be kept', newest)
  expect(pin.messages[0]?.text).toBe('')
  expect(pin.messages[0]?.voice?.milliseconds).toBeGreaterThan(1_500)
  expect(pin.messages[0]?.voice?.milliseconds).toBeLessThan(30_000)

  const other = await openWindow(browser, url, { ...options, colorScheme: 'dark' })
  await enterByPress(mouse(other.page), 'Kenji Arai')
  await other.page.goto(`${place}&pin=${pin.id}`)
  const thread = other.page.getByRole('group', { name: p('thread', { number: pin.number }) })
  const note = thread.getByRole('group', { name: /^Voice note, \d seconds$/ })
  await expect(note).toBeVisible()
  const sound = note.locator('audio')
  const at = () => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)
  expect(await at(), 'nothing plays by itself').toBe(0)
  await note.getByRole('button', { name: p('voice.play') }).click()
  await until('it to be heard', async () => (await at()) > 0.5)
  expect(await faults(other.page), 'by night').toEqual([])
  await thread.getByRole('button', { name: p('voice.record') }).click()
  await expect(thread.getByText(p('voice.recording', { seconds: 1, max: 60 }))).toBeVisible()
  await thread.getByRole('button', { name: p('voice.stop') }).click()
  await thread.getByRole('button', { name: p('reply.send') }).click()
  await expect(thread.getByRole('group', { name: /^Voice note/ })).toHaveCount(2)
  await other.page.setViewportSize({ width: 360, height: 800 })
  const wider = () => other.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(wider).toBeLessThanOrEqual(0)
  await wear(other.page, 'daylight')
  expect(await faults(other.page), 'on a phone').toEqual([])
  await other.close()
  await window.close()
})

test('a microphone that is refused is said, and writing goes on', async ({ world, browser }) => {
  const window = await openWindow(browser, world.server.url, { permissions: [], reducedMotion: 'reduce' })
  const { page } = window
  await enterByPress(mouse(page), 'Maya Torres')
  await page.goto(place)
  await startPin(page)
  const form = page.getByRole('form', { name: p('new') })
  await form.getByRole('button', { name: p('voice.record') }).click()
  await expect(form.getByText(p('voice.refused'))).toBeVisible()
  await form.getByRole('textbox', { name: p('new.text') }).fill('Then in writing')
  await form.getByRole('button', { name: p('new.save') }).click()
  await until('the pin to be kept', async () => (await newest())?.messages[0]?.text === 'Then in writing')
  await window.close()
})
