import type { Page } from '@playwright/test'
import { listPins } from '@veranda/contract/pins/routes.ts'
import { readRoomRecords } from '@veranda/contract/rooms/routes.ts'
import { circle } from '@veranda/core/rooms/placement.ts'
import { openHeadset, overhear, roomBrowser } from './rooms/devices.ts'
import { enterRoom, signIn } from './rooms/entering.ts'
import { asSeenBy, noteWhatIsDrawn, wearer } from './rooms/worn.ts'
import { type Caller, enter } from './support/person.ts'
import { until } from './support/until.ts'
import { openWindow } from './support/window.ts'
import { wordsOf } from './support/words.ts'
import { expect, test } from './support/world.ts'
import { chairProject } from './viewer/chair-project.ts'

const r = wordsOf('rooms')
const p = wordsOf('pins')
/** Software draws slowly: a small window makes many frames of few. */
const small = { viewport: { width: 640, height: 420 }, permissions: ['microphone'] }

test.use({ file: 'headset', launchOptions: roomBrowser })
test.setTimeout(600_000)

let kenji: Caller
let chair: Awaited<ReturnType<typeof chairProject>>

test.beforeAll(async ({ world }) => {
  kenji = await enter(world.server.url, 'Kenji')
  chair = await chairProject(kenji)
})

async function recorded(key: RegExp): Promise<Record<string, unknown> | undefined> {
  const { items } = await kenji.call(readRoomRecords, { params: { id: chair.projectId } })
  return items.find((record) => key.test(record.key))?.value ?? undefined
}

async function newestPin() {
  const { items } = await kenji.call(listPins, { params: { id: (await chair.milestone()).id } })
  return items.at(-1)
}

/** The room as somebody at a desk has it, with what all share in words. */
async function atDesk(page: Page, room: string): Promise<void> {
  await signIn(page, 'Kenji')
  await enterRoom(page, room)
  await page.getByRole('tab', { name: r('tab.work') }).click()
}

test('by the controller alone: everything the page offers, seen by somebody at a desk', async ({ world, browser }) => {
  const { url } = world.server
  const room = `/rooms/${chair.projectId}`
  const desk = await openWindow(browser, url, small)
  const seen = overhear(desk.page)
  await atDesk(desk.page, room)
  const headset = await openHeadset(browser, url)
  await noteWhatIsDrawn(headset.page)
  await signIn(headset.page, 'Maya')
  const worn = wearer(headset.page)
  await headset.page.goto(room)
  await headset.page.getByRole('button', { name: r('lobby.enter.headset') }).click()
  await expect(headset.page.getByRole('button', { name: r('dock.headset.leave') })).toBeVisible({ timeout: 60_000 })
  const head = await until('the headset to be heard', async () => {
    const poses = Array.from(seen.poses.values(), (pose) => pose.head)
    return poses.find(({ py }) => Math.abs(py - 1.65) < 0.05)
  })
  const versions = desk.page.getByRole('list', { name: r('work.on') })
  await expect(versions.getByRole('button', { pressed: true })).toHaveAccessibleName(/2/)

  // Version 1 comes on the stage; then version 2 beside it by the map of change.
  const first = r('work.version', { number: 1 })
  await worn.menu()
  await worn.press(r('tab.work'), 'left')
  await worn.press(r('work.on'), 'left')
  await worn.press(first, 'left')
  await expect(versions.getByRole('button', { pressed: true })).toHaveAccessibleName(/1/)
  await worn.press(r('work.version', { number: 2 }), 'left')
  await expect(versions.getByRole('button', { pressed: true })).toHaveAccessibleName(/2/)
  await worn.press(r('scene.back'), 'left')
  await worn.press(r('work.compare'), 'left')
  await worn.pressIn(r('work.compare'), first)
  await expect(desk.page.getByLabel(r('work.compare'), { exact: true })).toHaveValue(/.+/)
  await expect(desk.page.getByLabel(r('work.compare.how'), { exact: true })).toHaveValue('map')
  await worn.pressIn(r('work.compare.how'), r('work.compare.overlay'))
  await expect(desk.page.getByLabel(r('work.compare.how'), { exact: true })).toHaveValue('overlay')
  await worn.pressIn(r('work.compare'), r('work.compare.none'))
  await worn.press(r('scene.back'), 'left')

  // As high as one and a half metres, and a centimetre more.
  await worn.press(r('work.size'), 'left')
  await worn.pressIn(r('work.size'), r('work.size.height'))
  const high = desk.page.getByLabel(r('work.size.metres'), { exact: true })
  await expect(high).toHaveValue('1.5')
  await worn.pressIn(r('work.size.metres'), `+${r('scene.step.cm', { steps: 1 })}`)
  await expect(high).toHaveValue('1.51')
  await worn.pressIn(r('scene.size.usual'), '1.50 m')
  await expect(high).toHaveValue('1.5')
  await worn.press(r('scene.back'), 'left')

  // A decimetre to the right, and turned by fifteen degrees.
  await worn.press(r('work.place'), 'left')
  await worn.pressIn(r('scene.place.x'), `+${r('scene.step.cm', { steps: 10 })}`)
  await expect(desk.page.getByLabel(r('work.place.x'), { exact: true })).toHaveValue('0.1')
  await worn.pressIn(r('scene.place.turn'), '+15°')
  await expect(desk.page.getByLabel(r('work.place.turn'), { exact: true })).toHaveValue('15')
  await worn.press(r('scene.back'), 'left')

  // Taken apart, cut, as wires.
  await worn.press(r('work.look'), 'left')
  await worn.pressIn(r('work.explode'), '+25%')
  await worn.pressIn(r('work.section'), r('work.section.y'))
  await expect(desk.page.getByLabel(r('work.section'), { exact: true })).toHaveValue('y')
  await worn.pressIn(r('work.section.at'), '−10%')
  await until('the cut and the parts', async () => {
    const tools = await recorded(/^tools$/)
    return tools?.['explode'] === 0.25 && JSON.stringify(tools['section']).includes('"at":0.4')
  })
  await worn.press(r('work.wireframe'), 'left')
  await expect(desk.page.getByRole('switch', { name: r('work.wireframe') })).toBeChecked()
  await worn.press(r('work.wireframe'), 'left')
  await worn.pressIn(r('work.section'), r('work.section.none'))
  await worn.pressIn(r('work.explode'), '−25%')
  await worn.press(r('scene.back'), 'left')

  // A person for size, and a note that is written in the scene.
  await worn.press(r('work.things'), 'left')
  await worn.pressIn(r('scene.things.add'), r('work.thing.person'))
  const things = desk.page.getByRole('list', { name: r('work.things') })
  await expect(things.getByText(r('work.thing.person'))).toBeVisible()
  await worn.press(r('work.note'), 'left')
  await worn.write('Too low?')
  await worn.press(r('work.note.add'), 'front')
  await expect(things.getByText('Too low?')).toBeVisible()
  await worn.pressIn('Too low?', r('scene.things.drop'))
  await expect(things.getByText('Too low?')).toBeHidden()

  // A pin with a voice note.
  await worn.menu()
  await worn.press(r('tool.pin'), 'left')
  const pointed = headset.page.getByText(/^Pointed at: /)
  await until('the hand to point at the chair', async () => {
    for (let y = 1.3; y > 0.1; y -= 0.12) {
      await worn.aimAt(asSeenBy(head, { ...circle, y }))
      if (await pointed.isVisible()) return true
    }
    return undefined
  })
  await worn.pull()
  await worn.pressIn(/^New pin on /, r('scene.pin.remark'), 'front')
  await worn.press(p('voice.record'), 'front')
  await worn.drawn(p('voice.recording', { seconds: 1, max: 60 }))
  await worn.press(p('voice.stop'), 'front')
  await worn.press(p('new.save'), 'front')
  await worn.drawn(/^Pin \d+ was set\.$/)
  const pin = await until('the pin to be kept', newestPin)
  expect(pin.messages[0]?.voice?.milliseconds).toBeGreaterThan(500)
  expect([pin.kind, pin.author.name]).toEqual(['remark', 'Maya Torres'])
  await desk.page.getByRole('tab', { name: r('tab.pins') }).click()
  const row = desk.page.getByRole('button', { name: new RegExp(`^${pin.number} Voice note`) })
  await row.click()

  // Its thread is read, heard and answered; then it is settled.
  const thread = desk.page.getByRole('group', { name: p('thread', { number: pin.number }) })
  await worn.menu()
  await worn.press(r('tab.pins'), 'left')
  await worn.press(new RegExp(`^${pin.number}\\. Voice note`), 'left')
  await worn.press(p('voice.play'), 'left')
  await worn.press(p('reply.hint'), 'left')
  await worn.write('Here')
  await worn.press(p('reply.send'), 'front')
  await expect(thread.getByText('Here')).toBeVisible()
  await worn.press(r('scene.chat.look'), 'left')
  await expect(thread.getByText(r('scene.chat.look'))).toBeVisible()
  await worn.press(p('act.fix'), 'left')
  await until('the pin to be settled', async () => (await newestPin())?.state === 'fixed')

  // Whoever is here, one press away.
  await worn.press(r('scene.back'), 'left')
  await worn.press(r('scene.back'), 'left')
  await worn.press(r('tab.people'), 'left')
  await worn.press('Kenji Arai', 'left')
  await worn.pressIn(r('scene.people.volume'), '+')
  await worn.drawn('125%')
  await worn.press(r('people.silence', { name: 'Kenji Arai' }), 'left')
  await expect(desk.page.getByRole('button', { name: r('dock.silenced') })).toBeVisible()
  await headset.close(/./)
  await desk.close()
})
