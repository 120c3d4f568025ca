import type { Page } from '@playwright/test'
import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { microphoneLaunchOptions } from './support/browser/chromium.ts'
import { signInAsDemoUser } from './support/sign-in.ts'
import { keyboardInput } from './support/browser/keyboard-input.ts'
import { mouseInput } from './support/browser/input-device.ts'
import { axeViolations, switchTheme } from './support/browser/page-audit.ts'
import { type ApiClient, openApiClient } from './support/api-client.ts'
import { waitUntil } from './support/wait-until.ts'
import { openBrowserWindow } from './support/browser/browser-window.ts'
import { translationsFor } from './support/translations.ts'
import { expect, test } from './support/fixtures.ts'
import { readingChairProject } from './support/reading-chair.ts'
import { matrixOnly } from './support/scope.ts'

const tPins = translationsFor('commissions/pins')
const tViewer = translationsFor('viewer')

/** A browser with a fake microphone that beeps; the page still needs permission to record. */
test.use({ launchOptions: microphoneLaunchOptions })
test.describe.configure({ mode: 'serial' })

let maya: ApiClient
let chair: Awaited<ReturnType<typeof readingChairProject>>
let milestonePath: string

test.beforeAll(async ({ world }) => {
  maya = await openApiClient(world.server.url, 'Maya')
  chair = await readingChairProject(await openApiClient(world.server.url, 'Kenji'))
  milestonePath = `/projects/${chair.projectId}?milestone=${(await chair.milestone()).id}`
})

async function newestPin() {
  const { items } = await maya.call(listPins, { params: { id: (await chair.milestone()).id } })
  return items.at(-1)
}

/** Starts a pin from the list of parts, without the mouse on the canvas. */
async function startPin(page: Page): Promise<void> {
  // The list is expanded until the asset is loaded.
  const parts = page.getByRole('button', { name: tViewer('parts.count', { count: 14 }), expanded: false })
  await parts.click()
  await page.getByRole('button', { name: tViewer('parts.pin', { part: 'Top rail' }) }).click()
  await expect(page.getByRole('form', { name: tPins('new') })).toBeVisible()
}

test(
  'a voice pin is recorded by keyboard, played by the other side, and replied to by voice',
  matrixOnly,
  async ({ world, browser }) => {
    const { url } = world.server
    const options = { permissions: ['microphone'], reducedMotion: 'reduce' as const }
    const window = await openBrowserWindow(browser, url, options)
    const { page } = window
    await signInAsDemoUser(mouseInput(page), 'Maya Torres')
    await page.goto(milestonePath)
    await startPin(page)
    const form = page.getByRole('form', { name: tPins('new') })
    await expect(form.getByRole('button', { name: tPins('new.save') })).toBeDisabled()
    const input = keyboardInput(page)
    await input.press(form.getByRole('button', { name: tPins('voice.record') }))
    await expect(form.getByText(tPins('voice.recording', { seconds: 2, count: 60 }))).toBeVisible()
    expect(await axeViolations(page), 'recording').toEqual([])
    await input.press(form.getByRole('button', { name: tPins('voice.stop') }))
    await expect(form.getByRole('group', { name: /^Voice note, \d seconds$/ })).toBeVisible()
    await input.press(form.getByRole('button', { name: tPins('new.save') }))
    await expect(page.getByRole('button', { name: /^\d+ Voice note, \d seconds/ })).toBeVisible()
    const pin = await waitUntil('the pin to be kept', newestPin)
    expect(pin.messages[0]?.text).toBe('')
    expect(pin.messages[0]?.voice?.milliseconds).toBeGreaterThan(1_500)
    expect(pin.messages[0]?.voice?.milliseconds).toBeLessThan(30_000)

    const other = await openBrowserWindow(browser, url, { ...options, colorScheme: 'dark' })
    await signInAsDemoUser(mouseInput(other.page), 'Kenji Arai')
    await other.page.goto(`${milestonePath}&pin=${pin.id}`)
    const thread = other.page.getByRole('group', { name: tPins('thread', { number: pin.number }) })
    const note = thread.getByRole('group', { name: /^Voice note, \d seconds$/ })
    await expect(note).toBeVisible()
    const sound = note.locator('audio')
    const playedSeconds = () => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)
    expect(await playedSeconds(), 'nothing plays by itself').toBe(0)
    await note.getByRole('button', { name: tPins('voice.play') }).click()
    await waitUntil('it to be heard', async () => (await playedSeconds()) > 0.5)
    expect(await axeViolations(other.page), 'by night').toEqual([])
    await thread.getByRole('button', { name: tPins('voice.record') }).click()
    await expect(thread.getByText(tPins('voice.recording', { seconds: 1, count: 60 }))).toBeVisible()
    await thread.getByRole('button', { name: tPins('voice.stop') }).click()
    await thread.getByRole('button', { name: tPins('reply.send') }).click()
    await expect(thread.getByRole('group', { name: /^Voice note/ })).toHaveCount(2)
    await other.page.setViewportSize({ width: 360, height: 800 })
    const overflowWidth = () => other.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(overflowWidth).toBeLessThanOrEqual(0)
    await switchTheme(other.page, 'daylight')
    expect(await axeViolations(other.page), 'on a phone').toEqual([])
    await other.close()
    await window.close()
  },
)

test('a denied microphone is reported, and the pin can be written instead', matrixOnly, async ({ world, browser }) => {
  const window = await openBrowserWindow(browser, world.server.url, { permissions: [], reducedMotion: 'reduce' })
  const { page } = window
  await signInAsDemoUser(mouseInput(page), 'Maya Torres')
  await page.goto(milestonePath)
  await startPin(page)
  const form = page.getByRole('form', { name: tPins('new') })
  await form.getByRole('button', { name: tPins('voice.record') }).click()
  await expect(form.getByText(tPins('voice.refused'))).toBeVisible()
  await form.getByRole('textbox', { name: tPins('new.text') }).fill('Then in writing')
  await form.getByRole('button', { name: tPins('new.save') }).click()
  await waitUntil('the pin to be kept', async () => (await newestPin())?.messages[0]?.text === 'Then in writing')
  await window.close()
})
