import type { Page } from '@playwright/test'
import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { readRoomRecords } from '@veranda/contract/rooms/routes.ts'
import { roomSocketPath } from '@veranda/contract/rooms/connection/messages.ts'
import { createPose, type Pose, poseFlag, readPose } from '@veranda/core/rooms/connection/pose.ts'
import { floorCircle } from '@veranda/core/rooms/records/placement.ts'
import { formatEuros } from '../commission-journey/job-data.ts'
import { openHeadset, roomLaunchOptions } from '../rooms/emulated-devices.ts'
import { signInAs } from '../rooms/enter-room.ts'
import { type HeadsetDevice, headsetDevices } from '../rooms/headset-devices.ts'
import { headsetDriver, recordPanelText, toHeadsetSpace, yawOf } from '../rooms/headset-driver.ts'
import { openApiClient } from '../support/api-client.ts'
import { expect, openWorld, test, type World } from '../support/fixtures.ts'
import { readingChairProject } from '../support/reading-chair.ts'
import { isGateRun, isNamedRun } from '../support/scope.ts'
import { translationsFor } from '../support/translations.ts'
import { waitUntil } from '../support/wait-until.ts'

const tRooms = translationsFor('rooms')
const tPins = translationsFor('commissions/pins')
const tCommissions = translationsFor('commissions')
/** Quick double presses on each of the two buttons of an approval; a normal run only sees that they are harmless. */
const doublePressesPerButton = isGateRun ? 25 : 3

/** Each review releases the money of the same milestone, so each has a world of its own. */
const reviewTest = test.extend<{ reviewWorld: World }>({
  // Playwright requires the braces even if no fixture is used.
  // oxlint-disable-next-line no-empty-pattern
  reviewWorld: async ({}, use) => {
    const { world, close } = await openWorld()
    await use(world)
    await close()
  },
})

reviewTest.use({ launchOptions: roomLaunchOptions })
reviewTest.setTimeout(300_000)

/** A head that turns less than this between poses is at rest. */
const maxRestRadians = 0.01

/** Returns what the user of a page lets the others see last. */
function recordLocalPose(page: Page): () => Pose | undefined {
  let latest: Pose | undefined
  page.on('websocket', (socket) => {
    if (!socket.url().includes(roomSocketPath)) return
    socket.on('framesent', ({ payload }) => {
      if (typeof payload === 'string') return
      const pose = createPose()
      const view = new DataView(payload.buffer, payload.byteOffset, payload.length)
      if (readPose(view, 0, payload.length, pose) > 0) latest = pose
    })
  })
  return () => latest
}

/** The flags with which others see what the user of a device points with. */
function flagsOf({ pointer, side }: HeadsetDevice): number {
  if (pointer !== 'controller') return poseFlag.left | poseFlag.right | poseFlag.fingers
  return side === 'left' ? poseFlag.left : poseFlag.right
}

// A normal run has a headset in the main job.
for (const device of isGateRun || isNamedRun ? headsetDevices : []) {
  reviewTest(`a whole review by ${device.name}`, async ({ browser, reviewWorld }) => {
    const { url } = reviewWorld.server
    const kenji = await openApiClient(url, 'Kenji')
    const chair = await readingChairProject(kenji)
    const { id, price, deliverables } = await chair.milestone()
    const readPins = async () => (await kenji.call(listPins, { params: { id } })).items
    const readScene = async () => {
      const { items } = await kenji.call(readRoomRecords, { params: { id: chair.projectId } })
      return items.find(({ key }) => key === 'scene')?.value
    }
    const headset = await openHeadset(browser, url, device)
    const { page } = headset
    await recordPanelText(page)
    const localPose = recordLocalPose(page)
    let approvalRequests = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/approve')) approvalRequests += 1
    })
    const driver = headsetDriver(page, device)
    await signInAs(page, 'Maya')

    // In, and a look around.
    await page.goto(`/rooms/${chair.projectId}`)
    await page.getByRole('button', { name: tRooms('lobby.enter.headset') }).click()
    const leaveButton = page.getByRole('button', { name: tRooms('dock.headset.leave') })
    await expect(leaveButton).toBeVisible({ timeout: 60_000 })
    await waitUntil('what others see of the user', async () => {
      const { flags = 0 } = localPose() ?? {}
      return (flags & flagsOf(device)) === flagsOf(device)
    })
    const expectTurned = (start: Pose['head'], yaw: number) =>
      expect
        .poll(() => Math.sin(yawOf(localPose()?.head ?? start) - yawOf(start)), { timeout: 10_000 })
        .toBeCloseTo(Math.sin(yaw), 1)
    await driver.turnHead(0)
    // The first poses are from before the headset knew where it looks.
    const head = await waitUntil('the head to be at rest', async () => {
      const before = localPose()
      await driver.waitForFrames(3)
      const after = localPose()
      const isNew = before !== undefined && after !== undefined && after !== before
      return isNew && Math.abs(yawOf(after.head) - yawOf(before.head)) < maxRestRadians && after.head
    })
    await driver.turnHead(0.4)
    await expectTurned(head, 0.4)
    await driver.turnHead(0)
    await expectTurned(head, 0)

    // The version is compared with the one before.
    const first = tRooms('version.number', { number: 1 })
    await driver.openMenu()
    await driver.pressText(tRooms('tab.version'), 'left')
    await driver.pressText(tRooms('version.compare'), 'left')
    await driver.pressInRow(tRooms('version.compare'), first)
    await waitUntil('the comparison', async () => (await readScene())?.['compare'] === 'map')
    await driver.pressInRow(tRooms('version.compare'), tRooms('version.compare.none'))
    await waitUntil('the end of the comparison', async () => (await readScene())?.['compare'] !== 'map')
    await driver.goBackTo(tRooms('version.compare'))
    await driver.goBackTo(tRooms('tab.pins'))

    // A pin on the chair, which is then read.
    await driver.pressText(tRooms('tool.pin'), 'left')
    await waitUntil('a press on the chair', async () => {
      for (let y = 0.85; y > 0.1; y -= 0.1) {
        await driver.aimAt(toHeadsetSpace(head, { ...floorCircle, y }))
        await driver.pullTrigger()
        if (await waitUntil('a new pin', () => driver.hasText(/^New pin on /), 1).catch(() => false)) return true
      }
      return undefined
    })
    const text = tRooms('scene.pin.good')
    await driver.pressText(text, 'front')
    const pin = await waitUntil('the pin to be kept', async () =>
      (await readPins()).find(({ messages }) => messages[0]?.text === text),
    )
    await driver.waitForText(tPins('new.saved', { number: pin.number }))
    await driver.openMenu()
    await driver.pressText(tRooms('tab.pins'), 'left')
    await driver.pressText(new RegExp(`^${pin.number}\\. ${text}`), 'left')
    await driver.waitForText(tPins('reply.hint'))
    await driver.goBackTo(new RegExp(`^${pin.number}\\. ${text}`))
    await driver.goBackTo(tRooms('tab.users'))

    // Quick double presses release nothing; a hold does.
    const sum = formatEuros(price.amount)
    const releaseLabel = tRooms('scene.approve.release', { sum })
    const openPins = (await readPins()).filter(({ state }) => state === 'open').length
    await driver.pressText(tRooms('decide.approve', { number: 2 }), 'left')
    await driver.pressText(tPins('approve.open', { count: openPins }), 'front')
    const imageName = deliverables.find(({ state }) => state === 'submitted')?.files[0]?.name ?? ''
    await driver.pressInRow(imageName, tRooms('scene.approve.tick'), 'front')
    await driver.pressText(tRooms('scene.confirm.as', { name: 'Maya' }), 'front')
    await driver.waitForText(tRooms('scene.confirm.done'))
    await driver.doublePull(tRooms('scene.approve.go'), 'front', doublePressesPerButton)
    await driver.waitForText(releaseLabel)
    await driver.doublePull(releaseLabel, 'aside', doublePressesPerButton)
    expect((await chair.milestone()).state).toBe('submitted')
    expect(approvalRequests).toBe(0)
    await driver.holdUntil(releaseLabel, 'aside', tCommissions('approve.done', { sum }))
    await waitUntil('the money to be released', async () => (await chair.milestone()).state === 'released')
    expect(approvalRequests).toBe(1)
    await driver.waitForText(/^You paid /)
    await driver.pressText(tRooms('scene.close'), 'front')

    // What the headset does by itself is said there.
    await driver.recentre()
    await driver.waitForText(tRooms('scene.recentred'))

    // Out.
    await driver.openMenu()
    await driver.pressToLeave(tRooms('dock.headset.leave'), 'left')
    await expect(leaveButton).toBeHidden()
    await headset.close(/./)
  })
}
