import { moveClock } from '@veranda/contract/sandbox/routes.ts'
import { readCommission } from '@veranda/contract/commissions/routes.ts'
import { listPins } from '@veranda/contract/pins/routes.ts'
import { circle } from '@veranda/core/rooms/placement.ts'
import { makeChair } from '../apps/server/seed/works/chair.ts'
import { newYork, openHours, tokyo } from './book-and-deliver/cast.ts'
import { calendarOf, holdTime, payForIt } from './book-and-deliver/session.ts'
import { addModel, submit } from './book-and-deliver/work.ts'
import { findKenji, registerFor, requestCommission } from './flat-job/find.ts'
import { pay } from './flat-job/fund.ts'
import { openPart } from './flat-job/places.ts'
import { expectHidden, expectShown, writeReview } from './flat-job/reviews.ts'
import { expectSaid } from './flat-job/talk.ts'
import { expectToast, openByToast } from './flat-job/told.ts'
import { accept, agreeToCounter, counter, offer, piece } from './main-job/agree.ts'
import { expectHandWithin2mm, heardOf } from './main-job/hands.ts'
import { pairHeadset } from './main-job/pairing.ts'
import { openHeadset, overhear, phone, roomBrowser } from './rooms/devices.ts'
import { countDraws, drawnOf } from './rooms/drawn.ts'
import { listenIn, type Peaks, peaksOf } from './rooms/ears.ts'
import { enterRoom, signIn, stage } from './rooms/entering.ts'
import { asSeenBy, noteWhatIsDrawn, wearer, yawOf } from './rooms/worn.ts'
import { confirmIn } from './support/confirm.ts'
import { enterByPress } from './support/entrance.ts'
import { finger, mouse } from './support/hand.ts'
import { keyboard } from './support/keyboard.ts'
import { faults } from './support/look.ts'
import { enter } from './support/person.ts'
import { until } from './support/until.ts'
import { openWindow } from './support/window.ts'
import { wordsOf } from './support/words.ts'
import { expect, test } from './support/world.ts'
import { chairProject } from './viewer/chair-project.ts'

const b = wordsOf('bookings')
const n = wordsOf('notifications')
const pins = wordsOf('pins')
const projects = wordsOf('projects')
const r = wordsOf('rooms')

// Two days before the session; the zones as in the journey of bookings.
const eve = Date.UTC(2027, 2, 10, 12)
const begins = Date.UTC(2027, 2, 12, 14)
const minute = 60_000
/** Software draws slowly: a small window makes many frames of few. */
const small = { viewport: { width: 640, height: 420 }, permissions: ['microphone'], timezoneId: newYork }
const names = { client: 'Nora Weiss', creator: 'Kenji Arai' }
const sum = '€480.00'

test.use({ file: 'main-job', launchOptions: roomBrowser })

// Before the hour is moved for the job itself.
test('by keyboard alone: who is here, what stands there, a pin, the approval', async ({ world, browser }) => {
  test.setTimeout(240_000)
  const { url } = world.server
  const maya = await enter(url, 'Maya')
  const chair = await chairProject(await enter(url, 'Kenji'))
  const window = await openWindow(browser, url, { ...small, reducedMotion: 'reduce' })
  const { page } = window
  await signIn(page, 'Maya')
  await enterRoom(page, `/rooms/${chair.projectId}`)
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
  const said = page.getByRole('textbox', { name: pins('new.text') })
  await expect(said).toBeVisible()
  await said.fill('Set from inside the room')
  await page.getByRole('button', { name: pins('new.save') }).focus()
  await page.keyboard.press('Enter')
  const { id } = await chair.milestone()
  await until('the pin to be in the thread', async () => {
    const { items } = await maya.call(listPins, { params: { id } })
    return items.some(({ messages }) => messages[0]?.text === 'Set from inside the room')
  })
  await page
    .getByRole('button', { name: projects('approve.act') })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await confirmIn(keyboard(page), dialog, { firstName: 'Maya' })
  await dialog.getByRole('button', { name: projects('approve.act') }).focus()
  await page.keyboard.press('Enter')
  await until('the money to be released', async () => (await chair.milestone()).state === 'released')
  await window.close()
})

test('from the search to the released money: a headset, a desktop and a phone meet around the work', async ({
  world,
  browser,
}) => {
  test.setTimeout(600_000)
  const { url } = world.server
  await (await enter(url, 'Kenji')).call(moveClock, { body: { to: new Date(eve).toISOString() } })
  const kenji = await enter(url, 'Kenji')
  await openHours(kenji)
  const clientWindow = await openWindow(browser, url, { timezoneId: tokyo, reducedMotion: 'reduce' })
  const creatorWindow = await openWindow(browser, url, small)
  const client = mouse(clientWindow.page)
  const creator = mouse(creatorWindow.page)
  const atDesk = overhear(creator.page)

  // Search and agree.
  await enterByPress(creator, names.creator)
  await registerFor(client, '/search', {
    name: names.client,
    email: 'nora@weiss.example',
    password: 'walnut desk for two',
  })
  await findKenji(client)
  const projectId = await requestCommission(client)
  await openByToast(creator, n('commission.requested.title', { sender: names.client }))
  await openPart(creator, 'contract')
  await offer(creator)
  await openByToast(client, n('offer.made.title', { sender: names.creator }))
  await openPart(client, 'contract')
  await counter(client)
  await agreeToCounter(creator)
  await accept(client, 3)

  // Fund, and book.
  await pay(client, piece.amount)
  await expectToast(creator.page, n('milestone.funded.creator.title', { title: piece.title }))
  const bookingId = await holdTime(client, kenji.id, /^Friday, March 12/, /^23:00/)
  await payForIt(client)
  expect(await calendarOf(kenji, url, bookingId)).toMatchObject({ start: '20270312T140000Z', end: '20270312T150000Z' })

  // Deliver.
  await creator.page.goto(`/projects/${projectId}?view=milestones`)
  await addModel(creator.page, 'chair.glb', await makeChair(1))
  await submit(creator, 1, 'The whole chair.')

  // Meet: the creator by the session's page, a guest by link, the client on a headset by code.
  await kenji.call(moveClock, { body: { to: new Date(begins - 5 * minute).toISOString() } })
  await creator.page.goto(`/booking/confirm/${bookingId}`)
  await creator.press(creator.page.getByRole('link', { name: b('meet.join') }))
  await creator.press(creator.page.getByRole('button', { name: r('mic.ask') }))
  await expect(creator.page.getByText(r('mic.on'))).toBeVisible()
  await creator.press(creator.page.getByRole('button', { name: r('lobby.enter'), exact: true }))
  await expect(stage(creator.page)).toHaveAttribute('data-state', 'ready', { timeout: 60_000 })
  await creator.press(creator.page.getByRole('button', { name: r('people.invite') }))
  const link = creator.page.getByRole('textbox', { name: /guests/ })
  await expect(link).toHaveValue(/#invite=/)

  const guestWindow = await openWindow(browser, url, phone)
  const guest = finger(guestWindow.page)
  const onPhone = overhear(guest.page)
  await signIn(guest.page, 'Hana')
  await guest.page.goto(await link.inputValue())
  await guest.choose(guest.page.getByRole('switch', { name: r('lobby.muted') }))
  await guest.press(guest.page.getByRole('button', { name: r('lobby.enter') }))
  const people = (count: number) =>
    expect(creator.page.getByText(r('people.here', { count }))).toBeVisible({ timeout: 60_000 })
  await people(2)
  await expect(guest.page.getByRole('button', { name: r('tool.place') })).toHaveCount(0)

  const headset = await openHeadset(browser, url)
  const atHeadset = overhear(headset.page)
  await noteWhatIsDrawn(headset.page)
  await countDraws(headset.page)
  await listenIn(headset.page)
  await pairHeadset(headset.page, client, `/rooms/${bookingId}`)
  const worn = wearer(headset.page)
  await headset.page.getByRole('button', { name: r('lobby.enter.headset') }).click()
  await people(3)
  await expect(headset.page.getByRole('button', { name: r('dock.headset.leave') })).toBeVisible({ timeout: 60_000 })

  // Each sees the other's hand.
  await expectHandWithin2mm(worn, atDesk, onPhone)

  // Voices come from where people stand: the creator's head is heard at the headset, and turned away from.
  const own = await until('the headset to be heard', async () => heardOf(atDesk))
  const heardFrom = async (what: string, aside: number, is: (peaks: Peaks) => boolean) => {
    await until(what, async () => {
      const speaker = atHeadset.poses.get(atDesk.slot() ?? -1)?.head
      if (!speaker) return false
      const { px, pz } = own.head
      await worn.turnHead(Math.atan2(px - speaker.px, pz - speaker.pz) - yawOf(own.head) + aside)
      const peaks = await peaksOf(headset.page)
      return is(peaks)
    })
  }
  const quarter = Math.PI / 2
  await heardFrom('the voice at the right ear', quarter, ({ left, right }) => right > 0.02 && right > left * 1.3)
  await heardFrom('the voice at the left ear', -quarter, ({ left, right }) => left > 0.02 && left > right * 1.3)
  await creator.press(creator.page.getByRole('button', { name: r('dock.mute'), exact: true }))
  await heardFrom('silence', 0, ({ left, right }) => left < 0.001 && right < 0.001)
  await worn.turnHead(0)

  // A pin by the controller stands in the flat thread.
  await worn.menu()
  await worn.press(r('tool.pin'), 'left')
  const pointed = headset.page.getByText(/^Pointed at: /)
  await until('the hand to point at the chair', async () => {
    for (let y = 0.85; y > 0.1; y -= 0.12) {
      await worn.aimAt(asSeenBy(own.head, { ...circle, y }))
      if (await pointed.isVisible()) return true
    }
    return undefined
  })
  await worn.pull()
  await worn.press(r('scene.pin.wrong'), 'front')
  await worn.drawn(r('scene.pin.saved', { number: 1 }))
  await client.page.goto(`/projects/${projectId}?view=milestones`)
  await expect(client.page.getByRole('button', { name: new RegExp(`^Pin 1, .*${r('scene.pin.wrong')}`) })).toBeVisible()

  // A round of changes; the next version is announced, and nothing is swapped.
  await worn.menu()
  await worn.press(r('decide.changes'), 'left')
  await worn.press(r('scene.changes.send', { count: 1 }), 'front')
  await worn.drawn(r('scene.changes.sent', { count: 1 }))

  // The project's chat, from inside the headset to the desk.
  await worn.menu()
  await worn.press(r('tab.chat'), 'left')
  await worn.press(r('scene.chat.look'), 'left')
  await creator.press(creator.page.getByRole('tab', { name: r('tab.chat') }))
  await expectSaid(creator.page, r('scene.chat.look'))
  const secondTab = mouse(await creatorWindow.tab())
  await secondTab.page.goto(`/projects/${projectId}?view=milestones`)
  await addModel(secondTab.page, 'chair.glb', await makeChair(2))
  const newer = guest.page.getByText(r('work.newer', { number: 2, milestone: piece.title })).first()
  await Promise.all([submit(secondTab, 2, 'The rail is higher.'), expect(newer).toBeVisible({ timeout: 60_000 })])
  await secondTab.page.close()
  await creator.press(creator.page.getByRole('tab', { name: r('tab.work') }))
  await creator.press(creator.page.getByRole('button', { name: r('work.newer.show') }))
  await creator.page
    .getByLabel(r('work.compare'), { exact: true })
    .selectOption({ label: r('work.version', { number: 1 }) })

  // Approved in the room, in two steps; the money is released, and all three are told.
  const [deal] = await world.rows<{ commissionId: string; milestoneId: string }>(
    `select commission_id as "commissionId", id as "milestoneId" from milestones where project_id = $1`,
    [projectId],
  )
  const { commissionId, milestoneId } = deal ?? { commissionId: '', milestoneId: '' }
  await worn.menu()
  await worn.press(r('decide.approve', { number: 2 }), 'left')
  // Three people, two versions compared and panels about her: still within what a headset draws, each eye by itself.
  await drawnOf(headset.page)
  await worn.frame()
  const { draws } = await drawnOf(headset.page)
  expect(draws).toBeGreaterThan(0)
  expect(draws).toBeLessThanOrEqual(2 * 50)
  // The pin of the round is still open: it is ticked before it goes on.
  await worn.press(r('scene.approve.seen', { count: 1 }), 'front')
  await worn.press(r('scene.approve.go'), 'front')
  await Promise.all([
    worn.press(r('scene.approve.release', { sum }), 'front').then(() => worn.drawn(r('scene.approved', { sum }))),
    // The panel is pressed first, which takes the headset its time.
    expectToast(creator.page, n('milestone.released.creator.title', { title: piece.title }), 60),
    expect(guest.page.getByText(r('work.approved', { milestone: piece.title })).first()).toBeVisible({
      timeout: 60_000,
    }),
  ])
  const done = await kenji.call(readCommission, { params: { id: commissionId } })
  expect(done.milestones[0]).toMatchObject({ state: 'released', money: { place: 'pending' } })
  const { items } = await kenji.call(listPins, { params: { id: milestoneId } })
  expect(items.map(({ messages }) => messages[0]?.text)).toEqual([r('scene.pin.wrong')])

  await headset.close(/./)
  await creator.press(creator.page.getByRole('tab', { name: r('tab.people') }))
  await people(2)
  await guestWindow.close()

  // Both write what they think of each other.
  await client.page.goto(`/projects/${projectId}`)
  await writeReview(client, names.creator, 5, 'We stood before it, and it was right.')
  await creator.page.goto(`/projects/${projectId}`)
  await expectHidden(creator.page, names.client, 'We stood before it, and it was right.')
  await writeReview(creator, names.client, 5, 'She knew what she wanted.')
  await expectShown(creator.page, 'We stood before it, and it was right.')
  await clientWindow.close()
  await creatorWindow.close()
})
