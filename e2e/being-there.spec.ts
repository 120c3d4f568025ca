import type { BrowserContextOptions, Page } from '@playwright/test'
import { listPins } from '@veranda/contract/pins/routes.ts'
import { seatLift } from '@veranda/core/rooms/moving.ts'
import { circle } from '@veranda/core/rooms/placement.ts'
import { type Pose, press, tell } from '@veranda/core/rooms/pose.ts'
import { openHeadset, overhear, roomBrowser } from './rooms/devices.ts'
import { enterRoom, signIn } from './rooms/entering.ts'
import { asSeenBy, noteWhatIsDrawn, type Place, wearer, yawOf } from './rooms/worn.ts'
import { enter } from './support/person.ts'
import { until } from './support/until.ts'
import { openWindow } from './support/window.ts'
import { wordsOf } from './support/words.ts'
import { expect, test } from './support/world.ts'
import { chairProject } from './viewer/chair-project.ts'

const r = wordsOf('rooms')
/** Software draws slowly: a small window makes many frames of few. */
const small: BrowserContextOptions = {
  viewport: { width: 480, height: 360 },
  permissions: ['microphone'],
  reducedMotion: 'reduce',
}
/** The floor circle before the work, and how the eyes of three people are above their floor, in metres. */
const eyes = { child: 1.1, standing: 1.65, sitting: 1.18 }

test.use({ file: 'being-there', launchOptions: roomBrowser })
test.setTimeout(300_000)

type Emulated = {
  position: { set(x: number, y: number, z: number): void }
  quaternion: { set(x: number, y: number, z: number, w: number): void }
}
type Device = Emulated & {
  primaryInputMode: 'controller' | 'hand'
  controllers: Record<'left' | 'right', { updateAxes(id: string, x: number, y: number): void }>
  hands: Record<'left' | 'right', Emulated & { updatePinchValue(value: number): void }>
}
/** What the emulator's script leaves in the page. */
type Held = { headset: Device }

test('of any height, sitting, with either hand, with fingers, and with a second device: everybody is where they are', async ({
  world,
  browser,
}) => {
  const { url } = world.server
  const maya = await enter(url, 'Maya')
  const chair = await chairProject(await enter(url, 'Kenji'))
  const room = `/rooms/${chair.projectId}`
  const desk = await openWindow(browser, url, small)
  const atDesk = overhear(desk.page)
  await signIn(desk.page, 'Maya')
  await enterRoom(desk.page, room)
  const headset = await openHeadset(browser, url)
  const { page } = headset
  await noteWhatIsDrawn(page)
  await signIn(page, 'Maya')
  await page.goto(room)
  await page.getByRole('button', { name: r('lobby.enter.headset') }).click()
  await expect(page.getByRole('button', { name: r('dock.headset.leave') })).toBeVisible({ timeout: 60_000 })
  const worn = wearer(page)
  const heard = (): Pose | undefined => Array.from(atDesk.poses.values()).find(({ tells }) => (tells & tell.left) !== 0)
  const told = (what: string, is: (pose: Pose) => boolean) =>
    until(what, async () => {
      const pose = heard()
      return pose && is(pose) ? structuredClone(pose) : undefined
    })
  const near = (a: number, b: number) => Math.abs(a - b) < 0.002

  // One person, on two devices.
  await expect(desk.page.getByText(r('people.here', { count: 1 }))).toBeVisible()
  await expect(desk.page.getByRole('tabpanel')).toContainText(r('device.headset'))

  // As high as they are.
  for (const [who, y] of Object.entries(eyes)) {
    await stand(page, y)
    await told(
      `the eyes of somebody who is ${who}`,
      ({ head, tells }) => near(head.py, y) && (tells & tell.seated) === 0,
    )
  }
  // Who sits and says so sees, and is seen, as one who stands.
  const comfort = (label: string) =>
    page.getByRole('switch', { name: label }).evaluate((one: HTMLElement) => one.click())
  await page.getByRole('button', { name: r('dock.settings') }).evaluate((one: HTMLElement) => one.click())
  await comfort(r('comfort.seated'))
  const lifted = eyes.sitting + seatLift(eyes.sitting)
  await told('somebody who sits', ({ head, tells }) => near(head.py, lifted) && (tells & tell.seated) !== 0)
  await comfort(r('comfort.seated'))
  await stand(page, eyes.standing)
  const here = await told(
    'standing again',
    ({ head, tells }) => near(head.py, eyes.standing) && (tells & tell.seated) === 0,
  )

  // A turn in steps of 30 degrees, about where they stand.
  await stick(page, 'right', 1, 0)
  const turned = await told('a step of turning', ({ head }) => yawOf(head) !== yawOf(here.head))
  await stick(page, 'right', 0, 0)
  expect(Math.abs(degreesOf(yawOf(here.head) - yawOf(turned.head)))).toBeCloseTo(30, 0)
  expect(Math.hypot(turned.head.px - here.head.px, turned.head.pz - here.head.pz)).toBeLessThan(0.01)
  await worn.frame()
  await stick(page, 'right', -1, 0)
  await told('the step back', ({ head }) => Math.abs(degreesOf(yawOf(head) - yawOf(here.head))) < 1)
  await stick(page, 'right', 0, 0)

  // Thrown ahead by the stick and let go: they stand elsewhere, as high as before.
  await worn.frame()
  await worn.aimAt({ x: 0.9, y: 0, z: -0.4 })
  await stick(page, 'right', 0, -1)
  await worn.frame()
  await stick(page, 'right', 0, 0)
  const there = await told(
    'somebody to be elsewhere',
    ({ head }) => Math.hypot(head.px - here.head.px, head.pz - here.head.pz) > 0.4,
  )
  expect(near(there.head.py, eyes.standing)).toBe(true)

  // The other hand points, for who writes with it.
  await page.getByRole('combobox', { name: r('comfort.hand') }).evaluate((one: HTMLSelectElement) => {
    one.value = 'left'
    one.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await told('the line from the left hand', ({ presses }) => (presses & press.fromLeft) !== 0)
  await page.getByRole('combobox', { name: r('comfort.hand') }).evaluate((one: HTMLSelectElement) => {
    one.value = 'right'
    one.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await told('the line from the right hand', ({ presses }) => (presses & press.fromLeft) === 0)

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  // Controllers laid aside: fingers, and a pin by a pinch.
  await page.evaluate(() => {
    ;(globalThis as unknown as Held).headset.primaryInputMode = 'hand'
  })
  const fingers = await told('tracked fingers', ({ tells }) => (tells & tell.fingers) !== 0)
  await page.getByRole('button', { name: r('tool.pin') }).evaluate((one: HTMLElement) => one.click())
  const pointed = page.getByText(/^Pointed at: /)
  await until(
    'the fingers to point at the chair',
    async () => {
      for (let y = 0.85; y > 0.1; y -= 0.1) {
        await aimFingers(page, asSeenBy(fingers.head, { ...circle, y }))
        await worn.frame()
        if (await pointed.isVisible()) return true
      }
      return undefined
    },
    60,
  )
  await pinch(page, 1)
  await worn.frame()
  await pinch(page, 0)
  await worn.drawn(/^New pin on /)

  // Laid aside: the desk stays, and the person with it.
  await headset.close(/./)
  await until(
    'the headset to be gone',
    async () =>
      (await desk.page.getByRole('tabpanel').innerText()).includes(r('device.desktop')) &&
      !(await desk.page.getByRole('tabpanel').innerText()).includes(r('device.headset')),
  )
  await expect(desk.page.getByText(r('people.here', { count: 1 }))).toBeVisible()
  const { id } = await chair.milestone()
  expect((await maya.call(listPins, { params: { id } })).items.length).toBeGreaterThan(0)
  await desk.close()
})

const degreesOf = (radians: number) => (Math.atan2(Math.sin(radians), Math.cos(radians)) * 180) / Math.PI

function stand(page: Page, y: number): Promise<void> {
  return page.evaluate((high) => (globalThis as unknown as Held).headset.position.set(0, high, 1.4), y)
}

function stick(page: Page, hand: 'left' | 'right', x: number, y: number): Promise<void> {
  return page.evaluate(
    ([which, aside, ahead]) =>
      (globalThis as unknown as Held).headset.controllers[which].updateAxes('thumbstick', aside, ahead),
    [hand, x, y] as const,
  )
}

function pinch(page: Page, value: number): Promise<void> {
  return page.evaluate((by) => (globalThis as unknown as Held).headset.hands.right.updatePinchValue(by), value)
}

/** Points with the right hand, from where controllers are held. */
function aimFingers(page: Page, at: Place): Promise<void> {
  const from = { x: 0.2, y: 1.25, z: 1.1 }
  const [dx, dy, dz] = [at.x - from.x, at.y - from.y, at.z - from.z]
  const [yaw, pitch] = [Math.atan2(-dx, -dz) / 2, Math.atan2(dy, Math.hypot(dx, dz)) / 2]
  const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)]
  return page.evaluate(
    ([place, [x, y, z, w]]) => {
      const { right } = (globalThis as unknown as Held).headset.hands
      right.position.set(place.x, place.y, place.z)
      right.quaternion.set(x, y, z, w)
    },
    [from, [cy * sp, sy * cp, -sy * sp, cy * cp]] as const,
  )
}
