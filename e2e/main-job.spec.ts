import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { newYork } from './book-and-deliver/setup.ts'
import { runMainJob } from './main-job/main-job-journey.ts'
import { roomLaunchOptions, openRoomWindow } from './rooms/emulated-devices.ts'
import { enterRoom, signInAs, roomCanvas, openRoomPanel, roomDrawer } from './rooms/enter-room.ts'
import { confirmRelease } from './support/confirm-release.ts'
import { stepUpIn } from './support/step-up.ts'
import { keyboardInput } from './support/browser/keyboard-input.ts'
import { axeViolations } from './support/browser/page-audit.ts'
import { openApiClient } from './support/api-client.ts'
import { waitUntil } from './support/wait-until.ts'
import { translationsFor } from './support/translations.ts'
import { expect, test } from './support/fixtures.ts'
import { readingChairProject } from './support/reading-chair.ts'

const tPins = translationsFor('commissions/pins')
const tCommissions = translationsFor('commissions')
const tRooms = translationsFor('rooms')

/** A small window, because software rendering is slow. */
const smallWindow = { viewport: { width: 640, height: 420 }, permissions: ['microphone'], timezoneId: newYork }

test.use({ launchOptions: roomLaunchOptions })

// Runs first, because the next test moves the clock.
test('participants, the shown version, a pin and the approval work by keyboard alone', async ({ world, browser }) => {
  test.setTimeout(240_000)
  const { url } = world.server
  const maya = await openApiClient(url, 'Maya')
  const chair = await readingChairProject(await openApiClient(url, 'Kenji'))
  const window = await openRoomWindow(browser, url, { ...smallWindow, reducedMotion: 'reduce' })
  const { page } = window
  await signInAs(page, 'Maya')
  await enterRoom(page, `/rooms/${chair.projectId}`)
  expect(await axeViolations(page)).toEqual([])
  const openPanelByKey = (panel: 'users' | 'version') =>
    openRoomPanel(page, panel, async (button) => {
      await button.focus()
      await page.keyboard.press('Enter')
    })
  await openPanelByKey('users')
  await expect(page.getByText(tRooms('users.here', { count: 1 }))).toBeVisible()
  await expect(roomDrawer(page).getByText('Maya Torres').first()).toBeVisible()
  // Escape closes the panel and returns to its button.
  await page.keyboard.press('Escape')
  await expect(roomDrawer(page)).toBeHidden()
  await expect(page.getByRole('button', { name: tRooms('tab.users') })).toBeFocused()
  await openPanelByKey('version')
  const shownVersion = page.getByRole('list', { name: tRooms('version.on') }).getByRole('button', { pressed: true })
  await expect(shownVersion).toHaveAccessibleName(/2/)
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: tRooms('tool.pin'), exact: true }).focus()
  await page.keyboard.press('Enter')
  await roomCanvas(page).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const pinText = page.getByRole('textbox', { name: tPins('new.text') })
  await expect(pinText).toBeVisible()
  await pinText.fill('Set from inside the room')
  await page.getByRole('button', { name: tPins('new.save') }).focus()
  await page.keyboard.press('Enter')
  const { id } = await chair.milestone()
  await waitUntil('the pin to be in the thread', async () => {
    const { items } = await maya.call(listPins, { params: { id } })
    return items.some(({ messages }) => messages[0]?.text === 'Set from inside the room')
  })
  await page
    .getByRole('button', { name: tCommissions('approve.act') })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  // The open pins, and the image of the version, which the room does not show.
  const boxes = dialog.getByRole('checkbox')
  await expect(boxes).toHaveCount(2)
  for (const box of await boxes.all()) {
    await box.focus()
    await page.keyboard.press('Space')
    await expect(box).toBeChecked()
  }
  await stepUpIn(keyboardInput(page), dialog, { firstName: 'Maya' })
  await confirmRelease(keyboardInput(page), dialog)
  await waitUntil('the money to be released', async () => (await chair.milestone()).state === 'released')
  await window.close()
})

test('a headset, a desktop and a phone take a commission from the search to the released money', async ({
  world,
  browser,
}) => {
  test.setTimeout(600_000)
  await runMainJob({ world, browser })
})
