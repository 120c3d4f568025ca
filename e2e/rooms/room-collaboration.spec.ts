import type { BrowserContextOptions } from '@playwright/test'
import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { readRoomRecords } from '@veranda/contract/rooms/routes.ts'
import { recordPoses, phone, roomLaunchOptions, openRoomWindow } from './emulated-devices.ts'
import { openRoomPanel, roomCanvas, roomDrawer, signInAs } from './enter-room.ts'
import { setClockBeforeBooking, setClock } from './upcoming-booking.ts'
import { touchInput, type InputDevice, mouseInput } from '../support/browser/input-device.ts'
import { openApiClient } from '../support/api-client.ts'
import { matrixOnly } from '../support/scope.ts'
import { waitUntil } from '../support/wait-until.ts'
import { translationsFor } from '../support/translations.ts'
import { expect, test } from '../support/fixtures.ts'
import { readingChairProject } from '../support/reading-chair.ts'

const tNotifications = translationsFor('notifications')
const tPins = translationsFor('commissions/pins')
const tRooms = translationsFor('rooms')
/** A small window, because software rendering is slow. */
const smallWindow: BrowserContextOptions = {
  viewport: { width: 640, height: 420 },
  permissions: ['microphone'],
  reducedMotion: 'reduce',
}

test.use({ launchOptions: roomLaunchOptions })
test.setTimeout(300_000)

async function enterFromLobby({ page, press }: InputDevice): Promise<void> {
  await press(page.getByRole('button', { name: tRooms('lobby.enter'), exact: true }))
  await expect(roomCanvas(page)).toHaveAttribute('data-state', 'ready', { timeout: 60_000 })
}

test(
  'two hosts on desktops and a guest on a phone share the asset, pins, following, gathering, muting, roles and removal',
  matrixOnly,
  async ({ world, browser }) => {
    const { url } = world.server
    const maya = await openApiClient(url, 'Maya')
    const chair = await readingChairProject(await openApiClient(url, 'Kenji'))
    const params = { id: chair.projectId }
    const clientWindow = await openRoomWindow(browser, url, smallWindow)
    const creatorWindow = await openRoomWindow(browser, url, smallWindow)
    const client = mouseInput(clientWindow.page)
    const creator = mouseInput(creatorWindow.page)
    const clientPoses = recordPoses(client.page)
    for (const [input, name] of [
      [client, 'Maya'],
      [creator, 'Kenji'],
    ] as const) {
      await signInAs(input.page, name)
      await input.page.goto(`/rooms/${chair.projectId}`)
    }
    // Who waits outside sees who enters, without asking again.
    await expect(creator.page.getByText(tRooms('lobby.nobody'))).toBeVisible()
    await enterFromLobby(client)
    await expect(creator.page.getByRole('list', { name: tRooms('lobby.inside') })).toContainText('Maya Torres')
    await enterFromLobby(creator)
    await openRoomPanel(creator.page, 'users', creator.press)
    await creator.press(creator.page.getByRole('button', { name: tRooms('users.invite') }))
    const link = await creator.page.getByRole('textbox', { name: /guests/ }).inputValue()
    const guestWindow = await openRoomWindow(browser, url, phone)
    const guest = touchInput(guestWindow.page)
    await signInAs(guest.page, 'Hana')
    await guest.page.goto(link)
    await enterFromLobby(guest)
    await openRoomPanel(client.page, 'users', client.press)
    const guestName = await roomDrawer(client.page)
      .getByText(/^Hana /)
      .first()
      .innerText()

    // A host's change to the asset shows at the other host, in numbers too; a guest cannot make one.
    await openRoomPanel(creator.page, 'version', creator.press)
    await openRoomPanel(client.page, 'version', client.press)
    const versionPanel = { creator: roomDrawer(creator.page), client: roomDrawer(client.page) }
    await versionPanel.creator.getByLabel(tRooms('version.size'), { exact: true }).selectOption('height')
    await creator.write(versionPanel.creator.getByRole('textbox', { name: tRooms('version.size.metres') }), '1.5')
    await creator.page.keyboard.press('Enter')
    await expect(versionPanel.client.getByRole('textbox', { name: tRooms('version.size.metres') })).toHaveValue('1.5')
    await creator.write(versionPanel.creator.getByRole('textbox', { name: tRooms('version.place.turn') }), '30')
    await creator.page.keyboard.press('Enter')
    await expect(versionPanel.client.getByRole('textbox', { name: tRooms('version.place.turn') })).toHaveValue('30')
    await versionPanel.creator.getByLabel(tRooms('version.section'), { exact: true }).selectOption('y')
    await expect(versionPanel.client.getByLabel(tRooms('version.section'), { exact: true })).toHaveValue('y')
    await versionPanel.client.getByRole('switch', { name: tRooms('version.wireframe') }).click()
    await expect(versionPanel.creator.getByRole('switch', { name: tRooms('version.wireframe') })).toBeChecked()
    await expect(versionPanel.client.getByLabel(tRooms('version.section'), { exact: true })).toHaveValue('y')
    await versionPanel.client.getByLabel(tRooms('version.light'), { exact: true }).selectOption('dusk')
    await creator.press(versionPanel.creator.getByRole('button', { name: tRooms('annotations.person'), exact: true }))
    await expect(versionPanel.client.getByRole('list', { name: tRooms('annotations') })).toContainText(
      tRooms('annotations.person'),
    )
    const storedRecords = await maya.call(readRoomRecords, { params })
    expect(storedRecords.items.find(({ key }) => key === 'tools')?.value).toMatchObject({
      section: { axis: 'y' },
      wireframe: true,
      light: 'dusk',
    })
    await openRoomPanel(guest.page, 'version', guest.press)
    await expect(guest.page.getByText(tRooms('version.guest'))).toBeVisible()
    // The project's chat is for its members only.
    await expect(guest.page.getByRole('button', { name: tRooms('tab.chat'), exact: true })).toHaveCount(0)
    for (const version of ['flip', 'side', 'overlay', 'map'] as const) {
      const previous = versionPanel.client.getByLabel(tRooms('version.compare'), { exact: true })
      await previous.selectOption({ label: tRooms('version.number', { number: 1 }) })
      await versionPanel.client.getByLabel(tRooms('version.compare.how'), { exact: true }).selectOption(version)
      await expect(versionPanel.creator.getByLabel(tRooms('version.compare.how'), { exact: true })).toHaveValue(version)
    }
    await versionPanel.client.getByLabel(tRooms('version.compare'), { exact: true }).selectOption('')

    // A pin by mouse.
    await client.press(client.page.getByRole('button', { name: tRooms('dock.fit') }))
    await client.press(client.page.getByRole('button', { name: tRooms('tool.pin'), exact: true }))
    const pinText = client.page.getByRole('textbox', { name: tPins('new.text') })
    await waitUntil('a press on the asset', async () => {
      const box = await roomCanvas(client.page).boundingBox()
      if (!box) return undefined
      for (const share of [0.5, 0.45, 0.55, 0.4, 0.6]) {
        await client.page.mouse.click(box.x + box.width / 2, box.y + box.height * share)
        // The form loads after the press; another press meanwhile would be meant for the model.
        const isOpen = await pinText.waitFor({ timeout: 2_000 }).then(
          () => true,
          () => false,
        )
        if (isOpen) return true
      }
      return undefined
    })
    await client.write(pinText, 'Set by the mouse')
    await client.press(client.page.getByRole('button', { name: tPins('new.save') }))
    const { id } = await chair.milestone()
    await waitUntil('the pin to be in the thread', async () => {
      const { items } = await maya.call(listPins, { params: { id } })
      return items.some(({ messages }) => messages[0]?.text === 'Set by the mouse')
    })

    // Following, then gathering.
    for (const { page, press } of [client, creator]) await openRoomPanel(page, 'users', press)
    const runUserAction = async (input: InputDevice, name: string, action: string) => {
      await input.press(input.page.getByRole('button', { name: tRooms('users.more', { name }), exact: true }))
      await input.press(input.page.getByRole('menuitem', { name: action }))
    }
    const mayaName = 'Maya Torres'
    await runUserAction(creator, mayaName, tRooms('users.follow', { name: mayaName }))
    await expect(creator.page.getByText(tRooms('users.following', { name: mayaName }))).toBeVisible()
    // The closed menu gives the focus back to its button; only then the canvas keeps it.
    await expect(
      creator.page.getByRole('button', { name: tRooms('users.more', { name: mayaName }), exact: true }),
    ).toBeFocused()
    // Moving on one's own ends following.
    await roomCanvas(creator.page).focus()
    // Held, because a slow canvas may draw no frame during a press.
    await creator.page.keyboard.down('KeyW')
    await expect(creator.page.getByText(tRooms('users.following', { name: mayaName }))).toBeHidden()
    await creator.page.keyboard.up('KeyW')
    await creator.press(creator.page.getByRole('button', { name: tRooms('users.gather') }))
    const gatherButton = client.page.getByRole('button', { name: tRooms('users.gathered.go') })
    await expect(gatherButton).toBeVisible()
    await client.press(gatherButton)
    await client.page.getByRole('slider', { name: tRooms('users.volume', { name: guestName }) }).fill('0.5')

    // Muting, a role change and removal take effect at the other end at once.
    await runUserAction(creator, guestName, tRooms('users.silence', { name: guestName }))
    await expect(guest.page.getByRole('button', { name: tRooms('dock.silenced') })).toBeDisabled()
    await expect(client.page.getByText(tRooms('users.silenced'))).toBeVisible()
    await runUserAction(creator, guestName, tRooms('users.unsilence', { name: guestName }))
    await expect(client.page.getByText(tRooms('users.silenced'))).toBeHidden()
    await runUserAction(creator, guestName, tRooms('users.make-host', { name: guestName }))
    await expect(guest.page.getByText(tRooms('version.guest'))).toBeHidden()
    await expect(guest.page.getByRole('button', { name: tRooms('tool.place'), exact: true })).toBeVisible()
    await runUserAction(creator, guestName, tRooms('users.make-guest', { name: guestName }))
    await expect(guest.page.getByRole('button', { name: tRooms('tool.place'), exact: true })).toHaveCount(0)
    expect(clientPoses.poses.size).toBeGreaterThan(0)
    await runUserAction(creator, guestName, tRooms('users.remove', { name: guestName }))
    await creator.press(
      creator.page.getByRole('dialog').getByRole('button', { name: tRooms('users.remove', { name: guestName }) }),
    )
    await expect(guest.page.getByText(tRooms('out.removed'))).toBeVisible()
    await expect(client.page.getByText(tRooms('users.here', { count: 2 }))).toBeVisible()
    for (const window of [clientWindow, creatorWindow, guestWindow]) await window.close()
  },
)

test('a client on a phone enters the room from the reminder, sets a pin by touch and sends the room to a headset', async ({
  world,
  browser,
}) => {
  const { url } = world.server
  const booking = await setClockBeforeBooking(url, 6)
  const window = await openRoomWindow(browser, url, { ...phone, reducedMotion: 'reduce' })
  const guest = touchInput(window.page)
  const { page } = guest
  await signInAs(page, 'Maya')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await setClock(url, booking.startsAt - 4 * 60_000)
  await page.goto('/notifications')
  // Earlier sessions have reminders of their own.
  const reminder = page.getByRole('link', { name: tNotifications('booking.reminded.enter.title') })
  const ofBooking = page.locator(`[href*="${booking.id}"]`)
  // Both come while the list is shown, and the later one moves what a finger is about to touch.
  await expect(
    page.getByRole('link', { name: tNotifications('booking.reminded.half-hour.title') }).and(ofBooking),
  ).toBeVisible()
  await guest.press(reminder.and(ofBooking))
  await expect(page).toHaveURL(new RegExp(`/rooms/${booking.id}$`))

  await page.context().route('https://www.oculus.com/**', (route) => route.fulfill({ body: 'sent' }))
  const [sentPage] = await Promise.all([
    page.context().waitForEvent('page'),
    guest.press(page.getByRole('button', { name: tRooms('lobby.send') })),
  ])
  expect(new URL(sentPage.url()).searchParams.get('url')).toBe(`${url}/rooms/${booking.id}`)
  await sentPage.close()

  await enterFromLobby(guest)
  await expect(roomCanvas(page)).toBeInViewport({ ratio: 0.9 })
  await guest.press(page.getByRole('button', { name: tRooms('tool.pin'), exact: true }))
  const pinText = page.getByRole('textbox', { name: tPins('new.text') })
  await waitUntil('a press on the asset', async () => {
    const box = await roomCanvas(page).boundingBox()
    if (!box) return undefined
    for (const share of [0.5, 0.4, 0.6, 0.7]) {
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height * share)
      // The form loads after the press; another press meanwhile would be meant for the model.
      const isOpen = await pinText.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      )
      if (isOpen) return true
    }
    return undefined
  })
  await guest.write(pinText, 'Set by the finger')
  await guest.press(page.getByRole('button', { name: tPins('new.save') }))
  await expect(page.getByText('Set by the finger').first()).toBeVisible()
  await window.close(/401/)
})
