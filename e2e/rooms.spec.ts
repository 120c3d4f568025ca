import { listPins } from '@veranda/contract/pins/routes.ts'
import { roomBrowser } from './rooms/devices.ts'
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
test.setTimeout(240_000)

let maya: Caller
let chair: Awaited<ReturnType<typeof chairProject>>
let room: string

test.beforeAll(async ({ world }) => {
  maya = await enter(world.server.url, 'Maya')
  chair = await chairProject(await enter(world.server.url, 'Kenji'))
  room = `/rooms/${chair.projectId}`
})

test('by keyboard alone: who is here, what stands there, a pin, the approval', async ({ world, browser }) => {
  const { url } = world.server
  const window = await openWindow(browser, url, { ...small, reducedMotion: 'reduce' })
  const { page } = window
  await signIn(page, 'Maya')
  await enterRoom(page, room)
  expect(await faults(page)).toEqual([])
  await expect(page.getByText(r('people.here', { count: 1 }))).toBeVisible()
  await expect(page.getByRole('tabpanel').getByText('Maya Torres').first()).toBeVisible()
  await page.getByRole('tab', { name: r('tab.people') }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const onStage = page.getByRole('list', { name: r('work.on') }).getByRole('button', { pressed: true })
  await expect(onStage).toHaveAccessibleName(/2/)
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
