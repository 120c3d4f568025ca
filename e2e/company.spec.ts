import type { BrowserContextOptions } from '@playwright/test'
import { listPins } from '@veranda/contract/pins/routes.ts'
import { readRoomRecords } from '@veranda/contract/rooms/routes.ts'
import { overhear, phone, roomBrowser } from './rooms/devices.ts'
import { signIn, stage } from './rooms/entering.ts'
import { goBeforeSession, goTo } from './rooms/session-of-the-hour.ts'
import { finger, type Hand, mouse } from './support/hand.ts'
import { enter } from './support/person.ts'
import { until } from './support/until.ts'
import { openWindow } from './support/window.ts'
import { wordsOf } from './support/words.ts'
import { expect, test } from './support/world.ts'
import { chairProject } from './viewer/chair-project.ts'

const n = wordsOf('notifications')
const p = wordsOf('pins')
const r = wordsOf('rooms')
/** Software draws slowly: a small window makes many frames of few. */
const small: BrowserContextOptions = {
  viewport: { width: 640, height: 420 },
  permissions: ['microphone'],
  reducedMotion: 'reduce',
}

test.use({ file: 'company', launchOptions: roomBrowser })
test.setTimeout(300_000)

async function goIn({ page, press }: Hand): Promise<void> {
  await press(page.getByRole('button', { name: r('lobby.enter'), exact: true }))
  await expect(stage(page)).toHaveAttribute('data-state', 'ready', { timeout: 60_000 })
}

test('two at their desks and a guest on a phone: work, pins, following, gathering, silence, roles and the way out', async ({
  world,
  browser,
}) => {
  const { url } = world.server
  const maya = await enter(url, 'Maya')
  const chair = await chairProject(await enter(url, 'Kenji'))
  const params = { id: chair.projectId }
  const clientWindow = await openWindow(browser, url, small)
  const creatorWindow = await openWindow(browser, url, small)
  const client = mouse(clientWindow.page)
  const creator = mouse(creatorWindow.page)
  const seen = overhear(client.page)
  for (const [hand, name] of [
    [client, 'Maya'],
    [creator, 'Kenji'],
  ] as const) {
    await signIn(hand.page, name)
    await hand.page.goto(`/rooms/${chair.projectId}`)
    await goIn(hand)
  }
  await creator.press(creator.page.getByRole('button', { name: r('people.invite') }))
  const link = await creator.page.getByRole('textbox', { name: /guests/ }).inputValue()
  const guestWindow = await openWindow(browser, url, phone)
  const guest = finger(guestWindow.page)
  await signIn(guest.page, 'Hana')
  await guest.page.goto(link)
  await goIn(guest)
  const guestName = await client.page
    .getByText(/^Hana /)
    .first()
    .innerText()

  // What one host does with the work the other one sees, in numbers too, and a guest cannot.
  await creator.press(creator.page.getByRole('tab', { name: r('tab.work') }))
  await client.press(client.page.getByRole('tab', { name: r('tab.work') }))
  const work = { creator: creator.page.getByRole('tabpanel'), client: client.page.getByRole('tabpanel') }
  await work.creator.getByLabel(r('work.size'), { exact: true }).selectOption('height')
  await creator.write(work.creator.getByRole('textbox', { name: r('work.size.metres') }), '1.5')
  await creator.page.keyboard.press('Enter')
  await expect(work.client.getByRole('textbox', { name: r('work.size.metres') })).toHaveValue('1.5')
  await creator.write(work.creator.getByRole('textbox', { name: r('work.place.turn') }), '30')
  await creator.page.keyboard.press('Enter')
  await expect(work.client.getByRole('textbox', { name: r('work.place.turn') })).toHaveValue('30')
  await work.creator.getByLabel(r('work.section'), { exact: true }).selectOption('y')
  await expect(work.client.getByLabel(r('work.section'), { exact: true })).toHaveValue('y')
  await work.client.getByRole('switch', { name: r('work.wireframe') }).click()
  await expect(work.creator.getByRole('switch', { name: r('work.wireframe') })).toBeChecked()
  await expect(work.client.getByLabel(r('work.section'), { exact: true })).toHaveValue('y')
  await work.client.getByLabel(r('work.light'), { exact: true }).selectOption('dusk')
  await creator.press(work.creator.getByRole('button', { name: r('work.thing.person'), exact: true }))
  await expect(work.client.getByRole('list', { name: r('work.things') })).toContainText(r('work.thing.person'))
  const kept = await maya.call(readRoomRecords, { params })
  expect(kept.items.find(({ key }) => key === 'tools')?.value).toMatchObject({
    section: { axis: 'y' },
    wireframe: true,
    light: 'dusk',
  })
  await guest.press(guest.page.getByRole('tab', { name: r('tab.work') }))
  await expect(guest.page.getByText(r('work.guest'))).toBeVisible()
  // The project's talk is its people's.
  await expect(guest.page.getByRole('tab', { name: r('tab.chat') })).toHaveCount(0)
  for (const version of ['flip', 'side', 'overlay', 'map'] as const) {
    const former = work.client.getByLabel(r('work.compare'), { exact: true })
    await former.selectOption({ label: r('work.version', { number: 1 }) })
    await work.client.getByLabel(r('work.compare.how'), { exact: true }).selectOption(version)
    await expect(work.creator.getByLabel(r('work.compare.how'), { exact: true })).toHaveValue(version)
  }
  await work.client.getByLabel(r('work.compare'), { exact: true }).selectOption('')

  // A pin by the mouse.
  await client.press(client.page.getByRole('button', { name: r('dock.follow-work') }))
  await client.press(client.page.getByRole('button', { name: r('tool.pin') }))
  const words = client.page.getByRole('textbox', { name: p('new.text') })
  await until('a press on the work', async () => {
    const box = await stage(client.page).boundingBox()
    if (!box) return undefined
    for (const share of [0.5, 0.45, 0.55, 0.4, 0.6]) {
      await client.page.mouse.click(box.x + box.width / 2, box.y + box.height * share)
      if (await words.isVisible({ timeout: 500 })) return true
    }
    return undefined
  })
  await client.write(words, 'Set by the mouse')
  await client.press(client.page.getByRole('button', { name: p('new.save') }))
  const { id } = await chair.milestone()
  await until('the pin to be in the thread', async () => {
    const { items } = await maya.call(listPins, { params: { id } })
    return items.some(({ messages }) => messages[0]?.text === 'Set by the mouse')
  })

  // Following, then gathering.
  const peopleOf = async ({ page, press }: Hand) => press(page.getByRole('tab', { name: r('tab.people') }))
  await peopleOf(client)
  await peopleOf(creator)
  const more = async (hand: Hand, name: string, act: string) => {
    await hand.press(hand.page.getByRole('button', { name: r('people.more', { name }), exact: true }))
    await hand.press(hand.page.getByRole('menuitem', { name: act }))
  }
  const mayaName = 'Maya Torres'
  await more(creator, mayaName, r('people.follow', { name: mayaName }))
  await expect(creator.page.getByText(r('people.following', { name: mayaName }))).toBeVisible()
  // Whoever walks by themselves follows no more.
  await stage(creator.page).focus()
  await creator.page.keyboard.press('KeyW')
  await expect(creator.page.getByText(r('people.following', { name: mayaName }))).toBeHidden()
  await creator.press(creator.page.getByRole('button', { name: r('people.gather') }))
  const came = client.page.getByRole('button', { name: r('people.gathered.go') })
  await expect(came).toBeVisible()
  await client.press(came)
  await client.page.getByRole('slider', { name: r('people.volume', { name: guestName }) }).fill('0.5')

  // Silence, a role, and the way out, each at once at the other end.
  await more(creator, guestName, r('people.silence', { name: guestName }))
  await expect(guest.page.getByRole('button', { name: r('dock.silenced') })).toBeDisabled()
  await expect(client.page.getByText(r('people.silenced'))).toBeVisible()
  await more(creator, guestName, r('people.unsilence', { name: guestName }))
  await expect(client.page.getByText(r('people.silenced'))).toBeHidden()
  await more(creator, guestName, r('people.make-host', { name: guestName }))
  await expect(guest.page.getByText(r('work.guest'))).toBeHidden()
  await expect(guest.page.getByRole('button', { name: r('tool.place') })).toBeVisible()
  await more(creator, guestName, r('people.make-guest', { name: guestName }))
  await expect(guest.page.getByRole('button', { name: r('tool.place') })).toHaveCount(0)
  expect(seen.poses.size).toBeGreaterThan(0)
  await more(creator, guestName, r('people.remove', { name: guestName }))
  await creator.press(
    creator.page.getByRole('dialog').getByRole('button', { name: r('people.remove', { name: guestName }) }),
  )
  await expect(guest.page.getByText(r('out.removed'))).toBeVisible()
  await expect(client.page.getByText(r('people.here', { count: 2 }))).toBeVisible()
  for (const window of [clientWindow, creatorWindow, guestWindow]) await window.close()
})

test('from the reminder to the room, on a phone; a pin by the finger; the room sent to one’s headset', async ({
  world,
  browser,
}) => {
  const { url } = world.server
  const session = await goBeforeSession(url, 6)
  const window = await openWindow(browser, url, { ...phone, reducedMotion: 'reduce' })
  const guest = finger(window.page)
  const { page } = guest
  await signIn(page, 'Maya')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await goTo(url, session.begins - 4 * 60_000)
  await page.goto('/notifications')
  await guest.press(page.getByRole('link', { name: n('booking.reminded.enter.title') }).first())
  await expect(page).toHaveURL(new RegExp(`/rooms/${session.id}$`))

  await page.context().route('https://www.oculus.com/**', (route) => route.fulfill({ body: 'sent' }))
  const [sent] = await Promise.all([
    page.context().waitForEvent('page'),
    guest.press(page.getByRole('button', { name: r('lobby.send') })),
  ])
  expect(new URL(sent.url()).searchParams.get('url')).toBe(`${url}/rooms/${session.id}`)
  await sent.close()

  await goIn(guest)
  await expect(stage(page)).toBeInViewport({ ratio: 0.9 })
  await guest.press(page.getByRole('button', { name: r('tool.pin') }))
  const words = page.getByRole('textbox', { name: p('new.text') })
  await until('a press on the work', async () => {
    const box = await stage(page).boundingBox()
    if (!box) return undefined
    for (const share of [0.5, 0.4, 0.6, 0.7]) {
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height * share)
      if (await words.isVisible({ timeout: 500 })) return true
    }
    return undefined
  })
  await guest.write(words, 'Set by the finger')
  await guest.press(page.getByRole('button', { name: p('new.save') }))
  await expect(page.getByText('Set by the finger').first()).toBeVisible()
  await window.close(/401/)
})
