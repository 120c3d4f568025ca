import { chromium, type Page } from '@playwright/test'
import { waitUntil } from '../support/wait-until.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { translationsFor } from '../support/translations.ts'
import { openHeadset, roomLaunchOptions } from './emulated-devices.ts'
import { countDrawCalls, type FrameCost, takeHeaviestFrame } from './draw-calls.ts'
import { enterRoom, signInAs, roomCanvas } from './enter-room.ts'
import { setClockBeforeBooking } from './upcoming-booking.ts'
import { recordPanelText, headsetDriver } from './headset-driver.ts'

const tRooms = translationsFor('rooms')
const eyeCount = 2

/**
 * Measures the draw calls of the demo world's upcoming room per frame: in a desktop window, and per eye of a headset.
 */
export async function measureDemoRoom(url: string): Promise<{ desktop: FrameCost; eye: FrameCost }> {
  const browser = await chromium.launch(roomLaunchOptions)
  try {
    // The room opens ten minutes before the booking.
    const room = `/rooms/${(await setClockBeforeBooking(url, 5)).id}`
    const desk = await openBrowserWindow(browser, url, { viewport: { width: 640, height: 420 } })
    await countDrawCalls(desk.page)
    await signInAs(desk.page, 'Maya')
    await enterRoom(desk.page, room)
    const desktop = await heaviestSteadyFrame(desk.page, () => roomCanvas(desk.page).press('ArrowLeft'))
    // The desktop stays open, so that the headset has another participant to draw.
    const headset = await openHeadset(browser, url)
    await countDrawCalls(headset.page)
    await recordPanelText(headset.page)
    await signInAs(headset.page, 'Kenji')
    const driver = headsetDriver(headset.page)
    await headset.page.goto(room)
    await headset.page.getByRole('button', { name: tRooms('lobby.enter.headset') }).click()
    await headset.page.getByRole('button', { name: tRooms('dock.headset.leave') }).waitFor({ timeout: 60_000 })
    const bothEyes = await heaviestSteadyFrame(headset.page, driver.waitForFrames)
    return { desktop, eye: { draws: bothEyes.draws / eyeCount, triangles: bothEyes.triangles / eyeCount } }
  } finally {
    await browser.close()
  }
}

/** Returns the heaviest frame once the asset is loaded: when two measurements in a row agree. */
function heaviestSteadyFrame(page: Page, requestFrame: () => Promise<void>): Promise<FrameCost> {
  let last = 0
  return waitUntil('the room to be drawn whole', async () => {
    for (let index = 0; index < 4; index += 1) await requestFrame()
    const now = await takeHeaviestFrame(page)
    const steady = now.draws > 0 && now.draws === last
    last = now.draws
    return steady && now
  })
}
