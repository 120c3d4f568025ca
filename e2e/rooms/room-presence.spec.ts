import type { BrowserContextOptions, Page } from '@playwright/test'
import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { seatedLift } from '../../apps/web/src/three/xr/locomotion-math.ts'
import { floorCircle } from '@veranda/core/rooms/records/placement.ts'
import { type Pose, poseButton, poseFlag } from '@veranda/core/rooms/connection/pose.ts'
import { openHeadset, recordPoses, roomLaunchOptions, openRoomWindow } from './emulated-devices.ts'
import { enterRoom, openRoomPanel, roomDrawer, signInAs } from './enter-room.ts'
import { toHeadsetSpace, recordPanelText, type Position, headsetDriver, yawOf } from './headset-driver.ts'
import { openApiClient } from '../support/api-client.ts'
import { waitUntil } from '../support/wait-until.ts'
import { translationsFor } from '../support/translations.ts'
import { expect, test } from '../support/fixtures.ts'
import { readingChairProject } from '../support/reading-chair.ts'
import { matrixOnly } from '../support/scope.ts'

const tRooms = translationsFor('rooms')
/** A small window, because software rendering is slow. */
const smallWindow: BrowserContextOptions = {
  viewport: { width: 480, height: 360 },
  permissions: ['microphone'],
  reducedMotion: 'reduce',
}
/** Eye heights of three users above their floor, in metres. */
const eyeHeightMetres = { child: 1.1, standing: 1.65, sitting: 1.18 }

test.use({ launchOptions: roomLaunchOptions })
test.setTimeout(300_000)

type EmulatedPose = {
  position: { set(x: number, y: number, z: number): void }
  quaternion: { set(x: number, y: number, z: number, w: number): void }
}
type EmulatedHeadset = EmulatedPose & {
  primaryInputMode: 'controller' | 'hand'
  controllers: Record<'left' | 'right', { updateAxes(id: string, x: number, y: number): void }>
  hands: Record<'left' | 'right', EmulatedPose & { updatePinchValue(value: number): void }>
}
/** Globals that the emulator script adds to the page. */
type PageWithHeadset = { headset: EmulatedHeadset }

test(
  "a user's position is right at any height, seated, with either hand, with hand tracking and on a second device",
  matrixOnly,
  async ({ world, browser }) => {
    const { url } = world.server
    const maya = await openApiClient(url, 'Maya')
    const chair = await readingChairProject(await openApiClient(url, 'Kenji'))
    const room = `/rooms/${chair.projectId}`
    const desk = await openRoomWindow(browser, url, smallWindow)
    const deskPoses = recordPoses(desk.page)
    await signInAs(desk.page, 'Maya')
    await enterRoom(desk.page, room)
    await openRoomPanel(desk.page, 'users')
    const headset = await openHeadset(browser, url)
    const { page } = headset
    await recordPanelText(page)
    await signInAs(page, 'Maya')
    await page.goto(room)
    await page.getByRole('button', { name: tRooms('lobby.enter.headset') }).click()
    await expect(page.getByRole('button', { name: tRooms('dock.headset.leave') })).toBeVisible({ timeout: 60_000 })
    const driver = headsetDriver(page)
    const receivedPose = (): Pose | undefined =>
      Array.from(deskPoses.poses.values()).find(({ flags }) => (flags & poseFlag.left) !== 0)
    const waitForPose = (description: string, matches: (pose: Pose) => boolean) =>
      waitUntil(description, async () => {
        const pose = receivedPose()
        return pose && matches(pose) ? structuredClone(pose) : undefined
      })
    const isNear = (a: number, b: number) => Math.abs(a - b) < 0.002

    // One user on two devices.
    await expect(desk.page.getByText(tRooms('users.here', { count: 1 }))).toBeVisible()
    await expect(roomDrawer(desk.page)).toContainText(tRooms('device.headset'))

    // Eye height follows the headset.
    for (const [who, y] of Object.entries(eyeHeightMetres)) {
      await setHeadHeight(page, y)
      await waitForPose(
        `the eyes of somebody who is ${who}`,
        ({ head, flags }) => isNear(head.py, y) && (flags & poseFlag.seated) === 0,
      )
    }
    // In seated mode a user sees and is seen at standing height.
    const toggleComfort = (label: string) =>
      page.getByRole('switch', { name: label }).evaluate((one: HTMLElement) => one.click())
    await page.getByRole('button', { name: tRooms('dock.settings') }).evaluate((one: HTMLElement) => one.click())
    await toggleComfort(tRooms('comfort.seated'))
    const seatedEyeHeight = eyeHeightMetres.sitting + seatedLift(eyeHeightMetres.sitting)
    await waitForPose(
      'somebody who sits',
      ({ head, flags }) => isNear(head.py, seatedEyeHeight) && (flags & poseFlag.seated) !== 0,
    )
    await toggleComfort(tRooms('comfort.seated'))
    await setHeadHeight(page, eyeHeightMetres.standing)
    const standingPose = await waitForPose(
      'standing again',
      ({ head, flags }) => isNear(head.py, eyeHeightMetres.standing) && (flags & poseFlag.seated) === 0,
    )

    // A snap turn of 30 degrees keeps the head in place.
    await moveThumbstick(page, 'right', 1, 0)
    const turnedPose = await waitForPose('a step of turning', ({ head }) => yawOf(head) !== yawOf(standingPose.head))
    await moveThumbstick(page, 'right', 0, 0)
    expect(Math.abs(wrapDegrees(yawOf(standingPose.head) - yawOf(turnedPose.head)))).toBeCloseTo(30, 0)
    expect(
      Math.hypot(turnedPose.head.px - standingPose.head.px, turnedPose.head.pz - standingPose.head.pz),
    ).toBeLessThan(0.01)
    await driver.waitForFrames()
    await moveThumbstick(page, 'right', -1, 0)
    await waitForPose('the step back', ({ head }) => Math.abs(wrapDegrees(yawOf(head) - yawOf(standingPose.head))) < 1)
    await moveThumbstick(page, 'right', 0, 0)

    // Pushing the stick forward and releasing it teleports, with the height unchanged.
    await driver.waitForFrames()
    await driver.aimAt({ x: 0.9, y: 0, z: -0.4 })
    await moveThumbstick(page, 'right', 0, -1)
    await driver.waitForFrames()
    await moveThumbstick(page, 'right', 0, 0)
    const movedPose = await waitForPose(
      'somebody to be elsewhere',
      ({ head }) => Math.hypot(head.px - standingPose.head.px, head.pz - standingPose.head.pz) > 0.4,
    )
    expect(isNear(movedPose.head.py, eyeHeightMetres.standing)).toBe(true)

    // The pointer moves to the left hand and back.
    await page.getByRole('combobox', { name: tRooms('comfort.hand') }).evaluate((one: HTMLSelectElement) => {
      one.value = 'left'
      one.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await waitForPose('the line from the left hand', ({ buttons }) => (buttons & poseButton.fromLeft) !== 0)
    await page.getByRole('combobox', { name: tRooms('comfort.hand') }).evaluate((one: HTMLSelectElement) => {
      one.value = 'right'
      one.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await waitForPose('the line from the right hand', ({ buttons }) => (buttons & poseButton.fromLeft) === 0)

    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()

    // Without controllers: hand tracking, and a pin by pinching.
    await page.evaluate(() => {
      ;(globalThis as unknown as PageWithHeadset).headset.primaryInputMode = 'hand'
    })
    const handPose = await waitForPose('tracked fingers', ({ flags }) => (flags & poseFlag.fingers) !== 0)
    await page
      .getByRole('button', { name: tRooms('tool.pin'), exact: true })
      .evaluate((one: HTMLElement) => one.click())
    const pointedAt = page.getByText(/^Pointed at: /)
    await waitUntil(
      'the fingers to point at the chair',
      async () => {
        for (let y = 0.85; y > 0.1; y -= 0.1) {
          await aimHand(page, toHeadsetSpace(handPose.head, { ...floorCircle, y }))
          await driver.waitForFrames()
          if (await pointedAt.isVisible()) return true
        }
        return undefined
      },
      60,
    )
    await setPinch(page, 1)
    await driver.waitForFrames()
    await setPinch(page, 0)
    await driver.waitForText(/^New pin on /)

    // When the headset leaves, the user stays in the room on the desktop.
    await headset.close(/./)
    await waitUntil(
      'the headset to be gone',
      async () =>
        (await roomDrawer(desk.page).innerText()).includes(tRooms('device.desktop')) &&
        !(await roomDrawer(desk.page).innerText()).includes(tRooms('device.headset')),
    )
    await expect(desk.page.getByText(tRooms('users.here', { count: 1 }))).toBeVisible()
    const { id } = await chair.milestone()
    expect((await maya.call(listPins, { params: { id } })).items.length).toBeGreaterThan(0)
    await desk.close()
  },
)

const wrapDegrees = (radians: number) => (Math.atan2(Math.sin(radians), Math.cos(radians)) * 180) / Math.PI

function setHeadHeight(page: Page, y: number): Promise<void> {
  return page.evaluate((height) => (globalThis as unknown as PageWithHeadset).headset.position.set(0, height, 1.4), y)
}

function moveThumbstick(page: Page, hand: 'left' | 'right', x: number, y: number): Promise<void> {
  return page.evaluate(
    ([which, sideways, ahead]) =>
      (globalThis as unknown as PageWithHeadset).headset.controllers[which].updateAxes('thumbstick', sideways, ahead),
    [hand, x, y] as const,
  )
}

function setPinch(page: Page, value: number): Promise<void> {
  return page.evaluate(
    (amount) => (globalThis as unknown as PageWithHeadset).headset.hands.right.updatePinchValue(amount),
    value,
  )
}

/** Points the right hand at a position, from where a controller would be. */
function aimHand(page: Page, at: Position): Promise<void> {
  const from = { x: 0.2, y: 1.25, z: 1.1 }
  const [dx, dy, dz] = [at.x - from.x, at.y - from.y, at.z - from.z]
  const [yaw, pitch] = [Math.atan2(-dx, -dz) / 2, Math.atan2(dy, Math.hypot(dx, dz)) / 2]
  const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)]
  return page.evaluate(
    ([place, [x, y, z, w]]) => {
      const { right } = (globalThis as unknown as PageWithHeadset).headset.hands
      right.position.set(place.x, place.y, place.z)
      right.quaternion.set(x, y, z, w)
    },
    [from, [cy * sp, sy * cp, -sy * sp, cy * cp]] as const,
  )
}
