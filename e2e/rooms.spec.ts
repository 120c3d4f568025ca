import type { Page } from '@playwright/test'
import { listPins } from '@veranda/contract/pins/routes.ts'
import { type Point, tell } from '@veranda/core/rooms/pose.ts'
import { openHeadset, type Overheard, overhear, phone, roomBrowser } from './rooms/devices.ts'
import { enterRoom, signIn, stage } from './rooms/entering.ts'
import { confirmIn } from './support/confirm.ts'
import { keyboard } from './support/keyboard.ts'
import { faults } from './support/look.ts'
import { type Caller, enter } from './support/person.ts'
import { until } from './support/until.ts'
import { openWindow } from './support/window.ts'
import { wordsOf } from './support/words.ts'
import { expect, test } from './support/world.ts'
import { chairProject } from './viewer/chair-project.ts'

const r = wordsOf('rooms')
const p = wordsOf('pins')
const proj = wordsOf('projects')
/** Software draws slowly: a small window makes many frames of few. */
const small = { viewport: { width: 640, height: 420 }, permissions: ['microphone'] }

test.use({ file: 'rooms', launchOptions: roomBrowser })
test.describe.configure({ mode: 'serial', timeout: 420_000 })

let maya: Caller
let chair: Awaited<ReturnType<typeof chairProject>>
let room: string

test.beforeAll(async ({ world }) => {
  maya = await enter(world.server.url, 'Maya')
  chair = await chairProject(await enter(world.server.url, 'Kenji'))
  room = `/rooms/${chair.projectId}`
})

type Place = { x: number; y: number; z: number }

function moveHand(page: Page, at: Place): Promise<void> {
  return page.evaluate(({ x, y, z }) => {
    // Put there by the emulator's script.
    const { headset } = globalThis as unknown as {
      headset: { controllers: { right: { position: { set(x: number, y: number, z: number): void } } } }
    }
    headset.controllers.right.position.set(x, y, z)
  }, at)
}

/** The right hand of whoever has two. */
function handOf({ poses }: Overheard): Point | undefined {
  return Array.from(poses.values()).find(({ tells }) => (tells & tell.left) !== 0)?.right
}

/** Moves the hand to another height than it has, and answers once it is heard twice at one place there. */
async function handMoved(page: Page, witness: Overheard, to: Place): Promise<Point> {
  // Kept before the move: where frames are slow the hand is heard at its new place before the move's call returns.
  const before = handOf(witness)
  await moveHand(page, to)
  let last: Point | undefined
  return until('the hand to come to rest', async () => {
    const heard = handOf(witness)
    const rests =
      heard !== last && heard && last && heard.px === last.px && heard.py === last.py && heard.pz === last.pz
    last = heard
    return rests && heard.py !== before?.py ? heard : undefined
  })
}

const people = (page: Page, count: number) =>
  expect(page.getByText(r('people.here', { count }))).toBeVisible({ timeout: 60_000 })

test('a headset, a desktop and a phone meet: each hears the other’s hand to 2 mm', async ({ world, browser }) => {
  const { url } = world.server
  const kenji = await openWindow(browser, url, small)
  const atDesk = overhear(kenji.page)
  await signIn(kenji.page, 'Kenji')
  await enterRoom(kenji.page, room)
  await kenji.page.getByRole('button', { name: r('people.invite') }).click()
  const link = kenji.page.getByRole('textbox', { name: /guests/ })
  await expect(link).toHaveValue(/#invite=/)

  const guest = await openWindow(browser, url, phone)
  const onPhone = overhear(guest.page)
  await signIn(guest.page, 'Hana')
  await guest.page.goto(await link.inputValue())
  await guest.page.getByRole('button', { name: r('lobby.enter') }).click()
  await people(guest.page, 2)
  await expect(guest.page.getByRole('button', { name: r('tool.place') })).toHaveCount(0)

  const client = await openHeadset(browser, url)
  await signIn(client.page, 'Maya')
  await client.page.goto(room)
  await client.page.getByRole('button', { name: r('lobby.enter.headset') }).click()
  await people(kenji.page, 3)
  await expect(client.page.getByRole('button', { name: r('dock.headset.leave') })).toBeVisible({ timeout: 60_000 })
  // Where they stand in the room, and where in the hand its middle is, are the stage's and the device's matter.
  // As soon as the work has come one is set down before it, once; until then the two places are not of one stand.
  let attempt = 0
  await expect(async () => {
    attempt += 1
    // Never a height where the hand may already be from an attempt before.
    const [from, to] = [
      { x: 0.2, y: 1.1 + attempt / 100, z: 1.1 },
      { x: 0.31, y: 1.32 + attempt / 100, z: 0.87 },
    ]
    const before = await handMoved(client.page, atDesk, from)
    const after = await handMoved(client.page, atDesk, to)
    expect(Math.abs(after.py - before.py - (to.y - from.y))).toBeLessThan(0.002)
    const moved = Math.hypot(after.px - before.px, after.py - before.py, after.pz - before.pz)
    expect(Math.abs(moved - Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z))).toBeLessThan(0.002)
  }).toPass({ timeout: 90_000 })
  await until('the phone to hear the same', async () => {
    const [desk, phoned] = [handOf(atDesk), handOf(onPhone)]
    return desk && phoned && Math.hypot(desk.px - phoned.px, desk.py - phoned.py, desk.pz - phoned.pz) < 0.002
  })
  await client.close(/./)
  await people(kenji.page, 2)
  await guest.close()
  await kenji.close()
})

test('by keyboard alone: who is here, what stands there, a pin, the approval', async ({ world, browser }) => {
  const { url } = world.server
  const window = await openWindow(browser, url, { ...small, reducedMotion: 'reduce' })
  const { page } = window
  await signIn(page, 'Maya')
  await enterRoom(page, room)
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: r('tool.pin') }).focus()
  await page.keyboard.press('Enter')
  await stage(page).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const said = page.getByRole('textbox', { name: p('new.text') })
  await expect(said).toBeVisible()
  await said.fill('Set from inside the room')
  await page.getByRole('button', { name: p('new.save') }).focus()
  await page.keyboard.press('Enter')
  const { id } = await chair.milestone()
  await until('the pin to be in the thread', async () => {
    const { items } = await maya.call(listPins, { params: { id } })
    return items.some(({ messages }) => messages[0]?.text === 'Set from inside the room')
  })
  await page
    .getByRole('button', { name: proj('approve.act') })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await confirmIn(keyboard(page), dialog, { firstName: 'Maya' })
  await dialog.getByRole('button', { name: proj('approve.act') }).focus()
  await page.keyboard.press('Enter')
  await until('the money to be released', async () => (await chair.milestone()).state === 'released')
  await window.close()
})
