import { chromium, type Page } from '@playwright/test'
import { until } from '../support/until.ts'
import { openWindow } from '../support/window.ts'
import { wordsOf } from '../support/words.ts'
import { openHeadset, roomBrowser } from './devices.ts'
import { countDraws, type Drawn, drawnOf } from './drawn.ts'
import { enterRoom, signIn, stage } from './entering.ts'
import { goBeforeSession } from './session-of-the-hour.ts'
import { noteWhatIsDrawn, wearer } from './worn.ts'

const r = wordsOf('rooms')
const eyes = 2

/** What the demo world's room of the hour costs a frame: in a window of a desktop, and for each eye of a headset. */
export async function drawSeedRoom(url: string): Promise<{ desktop: Drawn; eye: Drawn }> {
  const browser = await chromium.launch(roomBrowser)
  try {
    // Its door opens ten minutes before.
    const room = `/rooms/${(await goBeforeSession(url, 5)).id}`
    const desk = await openWindow(browser, url, { viewport: { width: 640, height: 420 } })
    await countDraws(desk.page)
    await signIn(desk.page, 'Maya')
    await enterRoom(desk.page, room)
    const desktop = await dearest(desk.page, () => stage(desk.page).press('ArrowLeft'))
    // Stays, so that the headset has somebody to look at.
    const headset = await openHeadset(browser, url)
    await countDraws(headset.page)
    await noteWhatIsDrawn(headset.page)
    await signIn(headset.page, 'Kenji')
    const worn = wearer(headset.page)
    await headset.page.goto(room)
    await headset.page.getByRole('button', { name: r('lobby.enter.headset') }).click()
    await headset.page.getByRole('button', { name: r('dock.headset.leave') }).waitFor({ timeout: 60_000 })
    const both = await dearest(headset.page, worn.frame)
    return { desktop, eye: { draws: both.draws / eyes, triangles: both.triangles / eyes } }
  } finally {
    await browser.close()
  }
}

/** The dearest frame once the work stands: when two looks in a row, each over some frames, found the same. */
function dearest(page: Page, stir: () => Promise<void>): Promise<Drawn> {
  let last = 0
  return until('the room to be drawn whole', async () => {
    for (let at = 0; at < 4; at += 1) await stir()
    const now = await drawnOf(page)
    const steady = now.draws > 0 && now.draws === last
    last = now.draws
    return steady && now
  })
}
