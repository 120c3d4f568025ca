import type { Page } from '@playwright/test'
import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { readRoomRecords } from '@veranda/contract/rooms/routes.ts'
import { floorCircle } from '@veranda/core/rooms/records/placement.ts'
import { formatEuros } from '../commission-journey/job-data.ts'
import { openHeadset, recordPoses, roomLaunchOptions, openRoomWindow } from './emulated-devices.ts'
import { enterRoom, openRoomPanel, roomCanvas, signInAs } from './enter-room.ts'
import { toHeadsetSpace, recordPanelText, headsetDriver } from './headset-driver.ts'
import { type ApiClient, openApiClient } from '../support/api-client.ts'
import { waitUntil } from '../support/wait-until.ts'
import { openNetworkProxy } from '../support/server/network-proxy.ts'
import { translationsFor } from '../support/translations.ts'
import { expect, test } from '../support/fixtures.ts'
import { readingChairProject } from '../support/reading-chair.ts'
import { matrixOnly } from '../support/scope.ts'

const tRooms = translationsFor('rooms')
const tPins = translationsFor('commissions/pins')
const tCommissions = translationsFor('commissions')
/** A small window, because software rendering is slow. */
const smallWindow = { viewport: { width: 640, height: 420 }, permissions: ['microphone'] }

test.use({ launchOptions: roomLaunchOptions })
test.setTimeout(600_000)

let kenji: ApiClient
let chair: Awaited<ReturnType<typeof readingChairProject>>

test.beforeAll(async ({ world }) => {
  kenji = await openApiClient(world.server.url, 'Kenji')
  chair = await readingChairProject(kenji)
})

async function readRecord(key: RegExp): Promise<Record<string, unknown> | undefined> {
  const { items } = await kenji.call(readRoomRecords, { params: { id: chair.projectId } })
  return items.find((record) => key.test(record.key))?.value ?? undefined
}

async function newestPin() {
  const { items } = await kenji.call(listPins, { params: { id: (await chair.milestone()).id } })
  return items.at(-1)
}

async function countOpenPins(): Promise<number> {
  const { items } = await kenji.call(listPins, { params: { id: (await chair.milestone()).id } })
  return items.filter(({ state }) => state === 'open').length
}

/** Enters the room on a desktop and opens the panel with the shared state. */
async function openDesktop(page: Page, room: string): Promise<void> {
  await signInAs(page, 'Kenji')
  await enterRoom(page, room)
  await openRoomPanel(page, 'version')
}

/** Drags the asset with the mouse, at a point where the page says that a part is under it, until it has moved. */
async function dragAsset(page: Page, hasMoved: () => Promise<boolean>): Promise<void> {
  const pointedAt = page.getByText(/^Pointed at: /)
  const shares = [0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65]
  await waitUntil(
    'the mouse to move the asset',
    async () => {
      const box = await roomCanvas(page).boundingBox()
      if (!box) return undefined
      for (const [across, down] of shares.flatMap((y) => shares.map((x) => [x, y] as const))) {
        const [x, y] = [box.x + box.width * across, box.y + box.height * down]
        await page.mouse.move(x, y)
        // A drag that misses the asset would turn the view.
        const isOver = await waitUntil('a part', () => pointedAt.isVisible(), 0.3).catch(() => false)
        if (!isOver) continue
        await page.mouse.down()
        await page.mouse.move(x + 40, y + 25, { steps: 4 })
        await page.mouse.up()
        if (await waitUntil('another place', hasMoved, 5).catch(() => false)) return true
      }
      return undefined
    },
    60,
  )
}

/** Refuses the first XR session of a page, as a browser does when the user's press was too long ago. */
async function refuseFirstSession(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // The emulator's, which the compiler does not know here.
    const { xr } = navigator as unknown as { xr: { requestSession: (...args: unknown[]) => Promise<unknown> } }
    const request = xr.requestSession.bind(xr)
    let isRefused = false
    xr.requestSession = (...args) => {
      if (isRefused) return request(...args)
      isRefused = true
      return Promise.reject(new DOMException('no user activation', 'SecurityError'))
    }
  })
}

test(
  'everything the page offers works by controller alone, and shows on a desktop',
  matrixOnly,
  async ({ world, browser }) => {
    const { url } = world.server
    const room = `/rooms/${chair.projectId}`
    const desk = await openRoomWindow(browser, url, smallWindow)
    const deskPoses = recordPoses(desk.page)
    await openDesktop(desk.page, room)
    const network = await openNetworkProxy(url)
    const headset = await openHeadset(browser, network.url)
    await recordPanelText(headset.page)
    await refuseFirstSession(headset.page)
    await signInAs(headset.page, 'Maya')
    let approvalRequests = 0
    headset.page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/approve')) approvalRequests += 1
    })
    const driver = headsetDriver(headset.page)
    await headset.page.goto(room)
    await headset.page.getByRole('button', { name: tRooms('lobby.enter.headset') }).click()
    // The browser refuses, because the press was too long ago; another press starts the headset.
    await expect(headset.page.getByText(tRooms('dock.headset.refused'))).toBeVisible({ timeout: 60_000 })
    await headset.page.getByRole('button', { name: tRooms('dock.headset.again') }).click()
    await expect(headset.page.getByRole('button', { name: tRooms('dock.headset.leave') })).toBeVisible({
      timeout: 60_000,
    })
    await expect(headset.page.getByText(tRooms('dock.headset.refused'))).toBeHidden()
    const head = await waitUntil('the headset to be heard', async () => {
      const poses = Array.from(deskPoses.poses.values(), (pose) => pose.head)
      return poses.find(({ py }) => Math.abs(py - 1.65) < 0.05)
    })
    const versions = desk.page.getByRole('list', { name: tRooms('version.on') })
    await expect(versions.getByRole('button', { pressed: true })).toHaveAccessibleName(/2/)

    // Version 1 is shown, then version 2 compared with it by the change map.
    const first = tRooms('version.number', { number: 1 })
    await driver.toggleMenu()
    await driver.pressText(tRooms('tab.version'), 'left')
    await driver.pressText(tRooms('version.on'), 'left')
    await driver.pressText(first, 'left')
    await expect(versions.getByRole('button', { pressed: true })).toHaveAccessibleName(/1/)
    await driver.pressText(tRooms('version.number', { number: 2 }), 'left')
    await expect(versions.getByRole('button', { pressed: true })).toHaveAccessibleName(/2/)
    await driver.goBackTo(tRooms('version.compare'))
    await driver.pressText(tRooms('version.compare'), 'left')
    await driver.pressInRow(tRooms('version.compare'), first)
    await expect(desk.page.getByLabel(tRooms('version.compare'), { exact: true })).toHaveValue(/.+/)
    await expect(desk.page.getByLabel(tRooms('version.compare.how'), { exact: true })).toHaveValue('map')
    await driver.pressInRow(tRooms('version.compare.how'), tRooms('version.compare.overlay'))
    await expect(desk.page.getByLabel(tRooms('version.compare.how'), { exact: true })).toHaveValue('overlay')
    await driver.pressInRow(tRooms('version.compare'), tRooms('version.compare.none'))
    await expect(desk.page.getByLabel(tRooms('version.compare'), { exact: true })).toHaveValue('')
    await driver.goBackTo(tRooms('version.size'))

    // A height of 1.5 metres, and one centimetre more.
    await driver.pressText(tRooms('version.size'), 'left')
    await driver.pressInRow(tRooms('version.size'), tRooms('version.size.height'))
    const heightInput = desk.page.getByLabel(tRooms('version.size.metres'), { exact: true })
    await expect(heightInput).toHaveValue('1.5')
    await driver.pressInRow(tRooms('version.size.metres'), `+${tRooms('scene.step.cm', { steps: 1 })}`)
    await expect(heightInput).toHaveValue('1.51')
    await driver.pressInRow(tRooms('scene.size.usual'), '1.50 m')
    await expect(heightInput).toHaveValue('1.5')
    await driver.goBackTo(tRooms('version.place'))

    // Ten centimetres to the right, turned by 15 degrees.
    await driver.pressText(tRooms('version.place'), 'left')
    await driver.pressInRow(tRooms('scene.place.x'), `+${tRooms('scene.step.cm', { steps: 10 })}`)
    await expect(desk.page.getByLabel(tRooms('version.place.x'), { exact: true })).toHaveValue('0.1')
    await driver.pressInRow(tRooms('scene.place.turn'), '+15°')
    await expect(desk.page.getByLabel(tRooms('version.place.turn'), { exact: true })).toHaveValue('15')
    await driver.goBackTo(tRooms('version.look'))

    // Exploded, cut and as a wireframe.
    await driver.pressText(tRooms('version.look'), 'left')
    await driver.pressInRow(tRooms('version.explode'), '+25%')
    await driver.pressInRow(tRooms('version.section'), tRooms('version.section.y'))
    await expect(desk.page.getByLabel(tRooms('version.section'), { exact: true })).toHaveValue('y')
    await driver.pressInRow(tRooms('version.section.at'), '−10%')
    await waitUntil('the cut and the parts', async () => {
      const tools = await readRecord(/^tools$/)
      return tools?.['explode'] === 0.25 && JSON.stringify(tools['section']).includes('"at":0.4')
    })
    await driver.pressText(tRooms('version.wireframe'), 'left')
    await expect(desk.page.getByRole('switch', { name: tRooms('version.wireframe') })).toBeChecked()
    await driver.pressText(tRooms('version.wireframe'), 'left')
    await driver.pressInRow(tRooms('version.explode'), '−25%')
    // Last, because without a cut the panel has fewer rows, and all of them move.
    await driver.pressInRow(tRooms('version.section'), tRooms('version.section.none'))
    await waitUntil('the parts to be together again, without a cut', async () => {
      const tools = await readRecord(/^tools$/)
      return tools?.['explode'] === 0 && tools['section'] === null
    })
    await driver.goBackTo(tRooms('annotations'))

    // A human figure for scale, and a note typed in the scene.
    await driver.pressText(tRooms('annotations'), 'left')
    await driver.pressInRow(tRooms('scene.annotations.add'), tRooms('annotations.person'))
    const annotations = desk.page.getByRole('list', { name: tRooms('annotations') })
    await expect(annotations.getByText(tRooms('annotations.person'))).toBeVisible()
    await driver.pressText(tRooms('version.note'), 'left')
    await driver.typeText('Too low?')
    await driver.pressText(tRooms('version.note.add'), 'front')
    await expect(annotations.getByText('Too low?')).toBeVisible()
    await driver.pressInRow('Too low?', tRooms('scene.annotations.drop'))
    await expect(annotations.getByText('Too low?')).toBeHidden()

    // A pin with a voice note.
    await driver.toggleMenu()
    await driver.pressText(tRooms('tool.pin'), 'left')
    const pointedAt = headset.page.getByText(/^Pointed at: /)
    await waitUntil('the hand to point at the chair', async () => {
      for (let y = 1.3; y > 0.1; y -= 0.12) {
        await driver.aimAt(toHeadsetSpace(head, { ...floorCircle, y }))
        if (await pointedAt.isVisible()) return true
      }
      return undefined
    })
    await driver.pullTrigger()
    await driver.pressInRow(/^New pin on /, tRooms('scene.pin.comment'), 'front')
    await driver.pressText(tPins('voice.record'), 'front')
    await driver.waitForText(tPins('voice.recording', { seconds: 1, count: 60 }))
    await driver.pressText(tPins('voice.stop'), 'front')
    await driver.pressText(tPins('new.save'), 'front')
    await driver.waitForText(/^Pin \d+ added\.$/)
    const pin = await waitUntil('the pin to be kept', newestPin)
    expect(pin.messages[0]?.voice?.milliseconds).toBeGreaterThan(500)
    expect([pin.kind, pin.author.name]).toEqual(['comment', 'Maya Torres'])
    await openRoomPanel(desk.page, 'pins')
    const row = desk.page.getByRole('button', { name: new RegExp(`^${pin.number} Voice note`) })
    await row.click()

    // The pin's thread is read, played and replied to; then the pin is marked as fixed.
    const thread = desk.page.getByRole('group', { name: tPins('thread', { number: pin.number }) })
    await driver.toggleMenu()
    await driver.pressText(tRooms('tab.pins'), 'left')
    await driver.pressText(new RegExp(`^${pin.number}\\. Voice note`), 'left')
    await driver.pressText(tPins('voice.play'), 'left')
    await driver.pressText(tPins('reply.hint'), 'left')
    await driver.typeText('Here')
    await driver.pressText(tPins('reply.send'), 'front')
    await expect(thread.getByText('Here')).toBeVisible()
    // The reply moves the rows below it.
    await driver.waitForPanel('Here', tPins('act.fix'))
    await driver.pressText(tRooms('scene.chat.look'), 'left')
    await expect(thread.getByText(tRooms('scene.chat.look'))).toBeVisible()
    await driver.waitForPanel(tRooms('scene.chat.look'), tRooms('scene.chat.look'), tPins('act.fix'))
    await driver.pressText(tPins('act.fix'), 'left')
    await waitUntil('the pin to be settled', async () => (await newestPin())?.state === 'fixed')

    // Participants are one press away.
    await driver.goBackTo(new RegExp(`^${pin.number}\\. Voice note`))
    await driver.goBackTo(tRooms('tab.users'))
    await driver.pressText(tRooms('tab.users'), 'left')
    await driver.pressText('Kenji Arai', 'left')
    await driver.pressInRow(tRooms('scene.users.volume'), '+')
    await driver.waitForText('125%')
    await driver.pressText(tRooms('users.silence', { name: 'Kenji Arai' }), 'left')
    await expect(desk.page.getByRole('button', { name: tRooms('dock.silenced') })).toBeVisible()

    // While the hand holds the chair, the connection drops: the chair is back where it was, and the desktop can move it.
    await driver.toggleMenu()
    await driver.pressText(tRooms('tool.place'), 'left')
    await openRoomPanel(desk.page, 'version')
    const grabbedByMaya = desk.page.getByText(tRooms('version.place.grabbed', { name: 'Maya Torres' }))
    /** Takes the chair where it is and moves it to the left. */
    const carryChair = async () => {
      const position = (await readRecord(/^placement$/))?.['position']
      const [x, , z] = Array.isArray(position) ? position.map(Number) : []
      // Off its centre, which has the handles.
      const place = { x: (x ?? floorCircle.x) - 0.1, z: z ?? floorCircle.z }
      const [height] = await waitUntil('the hand to take the chair', async () => {
        for (let y = 1.3; y > 0.1; y -= 0.12) {
          await driver.aimAt(toHeadsetSpace(head, { ...place, y }))
          if (!(await pointedAt.isVisible())) continue
          await driver.keepTriggerPulled()
          return [y]
        }
        return undefined
      })
      await expect(grabbedByMaya).toBeVisible()
      await driver.aimAt(toHeadsetSpace(head, { x: place.x - 0.3, y: height ?? 1, z: place.z }))
    }
    const lostLine = headset.page.getByText(tRooms('line.lost'))
    const takenFrom = await readRecord(/^placement$/)
    await carryChair()
    network.cut()
    await expect(grabbedByMaya).toBeHidden()
    await expect(lostLine).toBeVisible()
    expect(await readRecord(/^placement$/)).toEqual(takenFrom)
    await desk.page.getByLabel(tRooms('version.place.x'), { exact: true }).fill('0.2')
    await desk.page.keyboard.press('Enter')
    const placedBefore = await waitUntil('the place that the desktop gave the chair', async () => {
      const placement = await readRecord(/^placement$/)
      return JSON.stringify(placement) === JSON.stringify(takenFrom) ? undefined : placement
    })
    network.restore()
    await expect(lostLine).toBeHidden()
    // The hand lets go only now, and changes nothing any more.
    let placementWrites = 0
    headset.page.on('request', (request) => {
      if (request.method() !== 'GET' && request.url().endsWith('/records/placement')) placementWrites += 1
    })
    await driver.letTriggerGo()
    await driver.waitForFrames(3)
    expect(placementWrites).toBe(0)
    expect(await readRecord(/^placement$/)).toEqual(placedBefore)

    // A controller that is lost while it holds the chair lets go of it, and the desktop can take it.
    await carryChair()
    await driver.connectController(false)
    await expect(grabbedByMaya).toBeHidden()
    const letGoAt = await waitUntil('the place where the chair was let go', async () => {
      const placement = await readRecord(/^placement$/)
      return JSON.stringify(placement) === JSON.stringify(placedBefore) ? undefined : placement
    })
    // More than one when the first meets a newer version.
    expect(placementWrites).toBeGreaterThan(0)
    // The other controller, which points elsewhere, does not take it.
    await driver.waitForFrames(5)
    expect(await readRecord(/^placement$/)).toEqual(letGoAt)
    await desk.page.getByRole('button', { name: tRooms('dock.fit') }).click()
    await desk.page.getByRole('button', { name: tRooms('tool.place'), exact: true }).click()
    await dragAsset(desk.page, async () => JSON.stringify(await readRecord(/^placement$/)) !== JSON.stringify(letGoAt))
    await driver.connectController(true)

    // Approved by a press and a hold. Double pulls go on to the last step at most, whatever they hit.
    const { price, deliverables } = await chair.milestone()
    const sum = formatEuros(price.amount)
    const releaseLabel = tRooms('scene.approve.release', { sum })
    await driver.toggleMenu()
    await driver.pressText(tRooms('decide.approve', { number: 2 }), 'left')
    await driver.pressText(tPins('approve.open', { count: await countOpenPins() }), 'front')
    // The image of the version has no place in the scene, so it is ticked by its name.
    const imageName = deliverables.find(({ state }) => state === 'submitted')?.files[0]?.name ?? ''
    await driver.pressInRow(imageName, tRooms('scene.approve.tick'), 'front')
    await driver.pressText(tRooms('scene.confirm.as', { name: 'Maya' }), 'front')
    await driver.waitForText(tRooms('scene.confirm.done'))
    await driver.doublePull(tRooms('scene.approve.go'), 'front', 10)
    await driver.waitForText(releaseLabel)
    await driver.doublePull(releaseLabel, 'aside', 10)
    expect((await chair.milestone()).state).toBe('submitted')
    await driver.holdUntil(releaseLabel, 'aside', tCommissions('approve.done', { sum }))
    await waitUntil('the money to be released', async () => (await chair.milestone()).state === 'released')
    expect(approvalRequests).toBe(1)
    // It ends with where the money goes and what is ready, in the headset and on the page.
    await driver.waitForText(/^You paid /)
    await driver.pressToLeave(tRooms('scene.confirm.open'), 'front')
    await expect(
      headset.page.getByRole('heading', { name: tCommissions('act.title.client.released'), exact: true }),
    ).toBeVisible()
    await headset.close(/./)
    await network.close()
    await desk.close()
  },
)
