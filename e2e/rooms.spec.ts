import { listPins } from '@veranda/contract/pins/routes.ts'
import { readRoomRecords } from '@veranda/contract/rooms/routes.ts'
import { roomBrowser } from './rooms/devices.ts'
import { enterRoom, signIn, stage } from './rooms/entering.ts'
import { goBeforeSession, goTo } from './rooms/session-of-the-hour.ts'
import { mouse } from './support/hand.ts'
import { enter } from './support/person.ts'
import { until } from './support/until.ts'
import { openWindow } from './support/window.ts'
import { wordsOf } from './support/words.ts'
import { expect, test } from './support/world.ts'
import { chairProject } from './viewer/chair-project.ts'

const p = wordsOf('pins')
const proj = wordsOf('projects')
const r = wordsOf('rooms')
/** Software draws slowly: a small window makes many frames of few. */
const small = { viewport: { width: 640, height: 420 }, permissions: ['microphone'] }

test.use({ file: 'rooms', launchOptions: roomBrowser })
test.setTimeout(240_000)

test('at a desk: a microphone that cannot be had, a length by one press of a key, and the version that one decides on', async ({
  world,
  browser,
}) => {
  const { url } = world.server
  const maya = await enter(url, 'Maya')
  const { projectId } = await chairProject(await enter(url, 'Kenji'))
  const window = await openWindow(browser, url, { ...small, reducedMotion: 'reduce' })
  const { page } = window
  await page.addInitScript(() => {
    const media = navigator.mediaDevices
    const ask = media.getUserMedia.bind(media)
    const sent: MediaStreamTrack[] = []
    Object.assign(globalThis, { sent, busy: false })
    media.getUserMedia = async (wish) => {
      // Set below, while another program is said to hold what is asked for.
      if ((globalThis as unknown as { busy: boolean }).busy) throw new DOMException('', 'NotReadableError')
      const stream = await ask(wish)
      sent.push(...stream.getAudioTracks())
      return stream
    }
  })
  const hand = mouse(page)
  await signIn(page, 'Maya')
  await page.goto(`/rooms/${projectId}`)
  await expect(page.getByText(r('voice.network'))).toBeVisible()
  await hand.press(page.getByRole('button', { name: r('mic.ask') }))
  await expect(page.getByText(r('mic.on'))).toBeVisible()
  await hand.press(page.getByRole('button', { name: r('lobby.enter'), exact: true }))
  await expect(stage(page)).toHaveAttribute('data-state', 'ready', { timeout: 60_000 })
  await expect(stage(page)).toBeInViewport()

  // Another microphone, from inside the room, which something else holds.
  await hand.press(page.getByRole('button', { name: r('dock.settings') }))
  const which = page.getByRole('combobox', { name: r('mic.which') })
  const before = await which.inputValue()
  const other = await until('another microphone', async () => {
    const values = await which.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')))
    return values.find((value) => value !== before) ?? undefined
  })
  await page.evaluate(() => Object.assign(globalThis, { busy: true }))
  await which.selectOption(other)
  await expect(page.getByText(r('mic.kept.busy'))).toBeVisible()
  expect(await sounding(page)).toBe(1)
  await page.evaluate(() => Object.assign(globalThis, { busy: false }))
  await which.selectOption(other)
  await expect(page.getByText(r('mic.kept.busy'))).toBeHidden()
  await expect(which).not.toHaveValue(before)
  // The one before was let go.
  await expect.poll(() => sounding(page)).toBe(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: r('dock.mute'), exact: true })).toBeVisible()

  // One press of a key is one place, also once the drawing was clicked.
  await stage(page)
    .locator('canvas')
    .click({ position: { x: 20, y: 20 } })
  await expect(stage(page)).toBeFocused()
  await hand.press(page.getByRole('button', { name: r('tool.measure') }))
  await stage(page).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText(/^Pointed at: /)).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Enter')
  const lengths = await until('a length to be kept', async () => {
    const { items } = await maya.call(readRoomRecords, { params: { id: projectId } })
    const found = items.filter(({ key }) => key.startsWith('measure:'))
    return found.length > 0 && found
  })
  expect(lengths).toHaveLength(1)
  expect(lengths[0]?.value?.['from']).not.toEqual(lengths[0]?.value?.['to'])
  await hand.press(page.getByRole('tab', { name: r('tab.work') }))
  await expect(page.getByText(/^Measured .* ± .* mm, perpendicular .* mm$/)).toBeVisible()

  // What one decides on is what one looks at.
  const versions = page.getByRole('list', { name: r('work.on') })
  await hand.press(versions.getByRole('button', { name: r('work.version', { number: 1 }) }))
  const show = page.getByRole('button', { name: r('decide.other.show', { number: 2 }) })
  await expect(show).toBeVisible()
  await expect(page.getByRole('button', { name: proj('approve.act') })).toHaveCount(0)
  await hand.press(show)
  await expect(page.getByRole('button', { name: proj('approve.act') })).toBeVisible()
  await window.close()
})

test('where nothing is drawn, pins are set on parts by their names', async ({ world, browser }) => {
  const { url } = world.server
  const maya = await enter(url, 'Maya')
  const chair = await chairProject(await enter(url, 'Kenji'))
  const window = await openWindow(browser, url, { ...small, reducedMotion: 'reduce' })
  const { page } = window
  await page.addInitScript(() => {
    const draw = HTMLCanvasElement.prototype.getContext
    Object.assign(HTMLCanvasElement.prototype, {
      getContext(this: HTMLCanvasElement, kind: string, ...more: unknown[]) {
        return kind.startsWith('webgl') ? null : Reflect.apply(draw, this, [kind, ...more])
      },
    })
  })
  const hand = mouse(page)
  await signIn(page, 'Maya')
  await page.goto(`/rooms/${chair.projectId}`)
  await expect(page.getByText(r('lobby.no-webgl'))).toBeVisible()
  await hand.press(page.getByRole('button', { name: r('lobby.enter'), exact: true }))
  await expect(page.getByText(r('stage.none.text'))).toBeVisible()
  await hand.press(page.getByRole('tab', { name: r('tab.pins') }))
  const part = page.getByRole('combobox', { name: r('pins.part') })
  await part.selectOption('Top rail')
  await hand.press(page.getByRole('button', { name: r('pins.part.set') }))
  await hand.write(page.getByRole('textbox', { name: p('new.text') }), 'Set without a picture')
  await hand.press(page.getByRole('button', { name: p('new.save') }))
  const { id } = await chair.milestone()
  await until('the pin to be in the thread', async () => {
    const { items } = await maya.call(listPins, { params: { id } })
    return items.some(({ messages, places }) => {
      return messages[0]?.text === 'Set without a picture' && places[0]?.part === 'Top rail'
    })
  })
  await window.close()
})

test('what came while one was inside is said on leaving, though the session is over by then', async ({
  world,
  browser,
}) => {
  const { url } = world.server
  const session = await goBeforeSession(url, 1)
  const window = await openWindow(browser, url, { ...small, reducedMotion: 'reduce' })
  const { page } = window
  await signIn(page, 'Maya')
  await enterRoom(page, `/rooms/${session.id}`)
  // It begins, which is told; then it is over.
  await goTo(url, session.ends + 60_000)
  await page.getByRole('button', { name: r('dock.leave') }).click()
  await expect(page.getByRole('dialog', { name: r('while.title') })).toBeVisible({ timeout: 60_000 })
  await window.close(/401/)
})

/** How many microphones are open. */
function sounding(page: Awaited<ReturnType<typeof openWindow>>['page']): Promise<number> {
  return page.evaluate(() => {
    const { sent } = globalThis as unknown as { sent: MediaStreamTrack[] }
    return sent.filter(({ readyState }) => readyState === 'live').length
  })
}
