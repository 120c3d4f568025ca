import type { Page } from '@playwright/test'
import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { readRoomRecords } from '@veranda/contract/rooms/routes.ts'
import { createFundedCommission } from '../book-and-deliver/setup.ts'
import { roomLaunchOptions, openRoomWindow } from './emulated-devices.ts'
import { enterRoom, openRoomPanel, signInAs, roomCanvas } from './enter-room.ts'
import { setClockBeforeBooking, setClock } from './upcoming-booking.ts'
import { mouseInput } from '../support/browser/input-device.ts'
import { openApiClient } from '../support/api-client.ts'
import { waitUntil } from '../support/wait-until.ts'
import { translationsFor } from '../support/translations.ts'
import { expect, test } from '../support/fixtures.ts'
import { readingChairProject } from '../support/reading-chair.ts'

const tPins = translationsFor('commissions/pins')
const tCommissions = translationsFor('commissions')
const tRooms = translationsFor('rooms')
/** A small window, because software rendering is slow. */
const smallWindow = { viewport: { width: 640, height: 420 }, permissions: ['microphone'] }

test.use({ launchOptions: roomLaunchOptions })
test.setTimeout(240_000)

test('on a desktop, a busy microphone is reported, keys place a measurement, and the approval is for the shown version', async ({
  world,
  browser,
}) => {
  const { url } = world.server
  const maya = await openApiClient(url, 'Maya')
  const { projectId } = await readingChairProject(await openApiClient(url, 'Kenji'))
  const window = await openRoomWindow(browser, url, { ...smallWindow, reducedMotion: 'reduce' })
  const { page } = window
  await page.addInitScript(() => {
    const media = navigator.mediaDevices
    const ask = media.getUserMedia.bind(media)
    const sent: MediaStreamTrack[] = []
    Object.assign(globalThis, { sent, busy: false })
    media.getUserMedia = async (constraints) => {
      // Set below to simulate a microphone used by another program.
      if ((globalThis as unknown as { busy: boolean }).busy) throw new DOMException('', 'NotReadableError')
      const stream = await ask(constraints)
      sent.push(...stream.getAudioTracks())
      return stream
    }
  })
  const input = mouseInput(page)
  await signInAs(page, 'Maya')
  await page.goto(`/rooms/${projectId}`)
  await expect(page.getByText(tRooms('voice.network'))).toBeVisible()
  await input.press(page.getByRole('button', { name: tRooms('mic.ask') }))
  await expect(page.getByText(tRooms('mic.on'))).toBeVisible()
  await input.press(page.getByRole('button', { name: tRooms('lobby.enter'), exact: true }))
  await expect(roomCanvas(page)).toHaveAttribute('data-state', 'ready', { timeout: 60_000 })
  await expect(roomCanvas(page)).toBeInViewport()

  // Switching to another microphone, which is busy.
  await input.press(page.getByRole('button', { name: tRooms('dock.settings') }))
  const microphoneSelect = page.getByRole('combobox', { name: tRooms('mic.which') })
  const before = await microphoneSelect.inputValue()
  const otherMicrophone = await waitUntil('another microphone', async () => {
    const values = await microphoneSelect
      .locator('option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value')))
    return values.find((value) => value !== before) ?? undefined
  })
  await page.evaluate(() => Object.assign(globalThis, { busy: true }))
  await microphoneSelect.selectOption(otherMicrophone)
  await expect(page.getByText(tRooms('mic.kept.busy'))).toBeVisible()
  expect(await openMicrophones(page)).toBe(1)
  await page.evaluate(() => Object.assign(globalThis, { busy: false }))
  await microphoneSelect.selectOption(otherMicrophone)
  await expect(page.getByText(tRooms('mic.kept.busy'))).toBeHidden()
  await expect(microphoneSelect).not.toHaveValue(before)
  // The previous microphone was released.
  await expect.poll(() => openMicrophones(page)).toBe(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: tRooms('dock.mute'), exact: true })).toBeVisible()

  // One key press places one point, also after a click on the canvas.
  await roomCanvas(page)
    .locator('canvas')
    .click({ position: { x: 120, y: 120 } })
  await expect(roomCanvas(page)).toBeFocused()
  await input.press(page.getByRole('button', { name: tRooms('tool.measure') }))
  await roomCanvas(page).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText(/^Pointed at: /)).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Enter')
  const measurements = await waitUntil('a length to be kept', async () => {
    const { items } = await maya.call(readRoomRecords, { params: { id: projectId } })
    const found = items.filter(({ key }) => key.startsWith('measure:'))
    return found.length > 0 && found
  })
  expect(measurements).toHaveLength(1)
  expect(measurements[0]?.value?.['from']).not.toEqual(measurements[0]?.value?.['to'])
  await openRoomPanel(page, 'version', input.press)
  await expect(page.getByText(/^Measured .* ± .* mm, perpendicular .* mm$/)).toBeVisible()

  // Decisions apply to the shown version.
  const versions = page.getByRole('list', { name: tRooms('version.on') })
  await input.press(versions.getByRole('button', { name: tRooms('version.number', { number: 1 }) }))
  const showOtherVersion = page.getByRole('button', { name: tRooms('decide.other.show', { number: 2 }) })
  await expect(showOtherVersion).toBeVisible()
  await expect(page.getByRole('button', { name: tCommissions('approve.act') })).toHaveCount(0)
  await input.press(showOtherVersion)
  await expect(page.getByRole('button', { name: tCommissions('approve.act') })).toBeVisible()
  await window.close()
})

test('without WebGL, pins are set on parts by name', async ({ world, browser }) => {
  const { url } = world.server
  const maya = await openApiClient(url, 'Maya')
  const chair = await readingChairProject(await openApiClient(url, 'Kenji'))
  const window = await openRoomWindow(browser, url, { ...smallWindow, reducedMotion: 'reduce' })
  const { page } = window
  await page.addInitScript(() => {
    const draw = HTMLCanvasElement.prototype.getContext
    Object.assign(HTMLCanvasElement.prototype, {
      getContext(this: HTMLCanvasElement, kind: string, ...more: unknown[]) {
        return kind.startsWith('webgl') ? null : Reflect.apply(draw, this, [kind, ...more])
      },
    })
  })
  const input = mouseInput(page)
  await signInAs(page, 'Maya')
  await page.goto(`/rooms/${chair.projectId}`)
  await expect(page.getByText(tRooms('lobby.no-webgl'))).toBeVisible()
  await input.press(page.getByRole('button', { name: tRooms('lobby.enter'), exact: true }))
  await expect(page.getByText(tRooms('canvas.none.text'))).toBeVisible()
  await openRoomPanel(page, 'pins', input.press)
  const part = page.getByRole('combobox', { name: tRooms('pins.part') })
  await part.selectOption('Top rail')
  await input.press(page.getByRole('button', { name: tRooms('pins.part.set') }))
  await input.write(page.getByRole('textbox', { name: tPins('new.text') }), 'Set without a canvas')
  await input.press(page.getByRole('button', { name: tPins('new.save') }))
  const { id } = await chair.milestone()
  await waitUntil('the pin to be in the thread', async () => {
    const { items } = await maya.call(listPins, { params: { id } })
    return items.some(({ messages, places }) => {
      return messages[0]?.text === 'Set without a canvas' && places[0]?.part === 'Top rail'
    })
  })
  await window.close()
})

test('notifications that arrived inside the room are shown on leaving, even after the booking has ended', async ({
  world,
  browser,
}) => {
  const { url } = world.server
  const booking = await setClockBeforeBooking(url, 1)
  const window = await openRoomWindow(browser, url, { ...smallWindow, reducedMotion: 'reduce' })
  const { page } = window
  await signInAs(page, 'Maya')
  await enterRoom(page, `/rooms/${booking.id}`)
  // What leads to this room is read in it; what leads elsewhere is not.
  await createFundedCommission(await openApiClient(url, 'Maya'), await openApiClient(url, 'Kenji'), Date.now())
  await setClock(url, booking.endsAt + 60_000)
  await page.getByRole('button', { name: tRooms('dock.leave') }).click()
  await expect(page.getByRole('dialog', { name: tRooms('while.title') })).toBeVisible({ timeout: 60_000 })
  await window.close(/401/)
})

/** Returns the number of open microphones. */
function openMicrophones(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { sent } = globalThis as unknown as { sent: MediaStreamTrack[] }
    return sent.filter(({ readyState }) => readyState === 'live').length
  })
}
