import { type Browser, expect, type Page } from '@playwright/test'
import { moveClock } from '@veranda/contract/sandbox/routes.ts'
import { readCommission } from '@veranda/contract/commissions/routes.ts'
import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { floorCircle } from '@veranda/core/rooms/records/placement.ts'
import { makeChair } from '../../apps/server/seed/assets/chair.ts'
import { newYork, publishAvailability, tokyo } from '../book-and-deliver/setup.ts'
import { readCalendarEvent, reserveTime, payForBooking } from '../book-and-deliver/booking.ts'
import { addModel, submitVersion } from '../book-and-deliver/deliverable.ts'
import { findKenji, registerAndReturnTo, requestCommission, newEmail } from '../commission-journey/find-creator.ts'
import { formatEuros } from '../commission-journey/job-data.ts'
import { pay } from '../commission-journey/funding.ts'
import { openProjectTab } from '../commission-journey/navigation.ts'
import { expectReviewHidden, expectReviewShown, writeReview } from '../commission-journey/reviews.ts'
import { expectMessage } from '../commission-journey/chat.ts'
import { dismissToasts, expectToast, openFromToast } from '../commission-journey/notifications.ts'
import { acceptOffer, acceptCounter, counterOffer, makeOffer, offerData } from './offer.ts'
import { expectHandWithin2mm, headsetPoseOf } from './hand-tracking.ts'
import { pairHeadset } from './headset-pairing.ts'
import { openHeadset, recordPoses, phone, openRoomWindow } from '../rooms/emulated-devices.ts'
import { countDrawCalls, takeHeaviestFrame } from '../rooms/draw-calls.ts'
import { recordSpatialAudio, type PeakLevels, readPeakLevels } from '../rooms/spatial-audio.ts'
import { signInAs, roomCanvas, openRoomPanel } from '../rooms/enter-room.ts'
import { toHeadsetSpace, recordPanelText, headsetDriver, yawOf } from '../rooms/headset-driver.ts'
import { signInAsDemoUser } from '../support/sign-in.ts'
import { type InputDevice, touchInput, mouseInput } from '../support/browser/input-device.ts'
import { openApiClient } from '../support/api-client.ts'
import { waitUntil } from '../support/wait-until.ts'
import { openBrowserWindow } from '../support/browser/browser-window.ts'
import { anyText, patternOf, translationsFor } from '../support/translations.ts'
import { type World } from '../support/fixtures.ts'

const tBookings = translationsFor('bookings')
const tNotifications = translationsFor('notifications')
const tPins = translationsFor('commissions/pins')
const tCommissions = translationsFor('commissions')
const tRooms = translationsFor('rooms')

// Two days before the booking; time zones as in the booking journey.
const clockStart = Date.UTC(2027, 2, 10, 12)
const bookingStart = Date.UTC(2027, 2, 12, 14)
const minute = 60_000
/** A small window, because software rendering is slow. */
const smallWindow = { viewport: { width: 640, height: 420 }, permissions: ['microphone'], timezoneId: newYork }
const clientPassword = 'walnut desk for two'
const names = { client: 'Nora Weiss', creator: 'Kenji Arai' }

/** The parts that one run of the main job adds to it. */
type MainJobOptions = {
  /** Called with each page before it loads anything. */
  watch?: (page: Page) => Promise<void>
  /** Called at the end, while the two sides are still signed in. */
  afterwards?: (sides: { client: InputDevice; creator: InputDevice }) => Promise<void>
}

/**
 * Runs the main job in the language of the journey: a headset, a desktop and a phone take a commission from the search
 * to the released money.
 */
export async function runMainJob(
  { world, browser }: { world: World; browser: Browser },
  { watch = () => Promise.resolve(), afterwards = () => Promise.resolve() }: MainJobOptions = {},
): Promise<void> {
  const { url } = world.server
  await (await openApiClient(url, 'Kenji')).call(moveClock, { body: { to: new Date(clockStart).toISOString() } })
  const kenji = await openApiClient(url, 'Kenji')
  await publishAvailability(kenji)
  const clientWindow = await openBrowserWindow(browser, url, { timezoneId: tokyo, reducedMotion: 'reduce' })
  const creatorWindow = await openRoomWindow(browser, url, smallWindow)
  await Promise.all([clientWindow, creatorWindow].map(({ page }) => watch(page)))
  const client = mouseInput(clientWindow.page)
  const creator = mouseInput(creatorWindow.page)
  const deskPoses = recordPoses(creator.page)

  // Search and agree.
  await signInAsDemoUser(creator, names.creator)
  await registerAndReturnTo(client, '/search', {
    name: names.client,
    email: newEmail('nora'),
    password: clientPassword,
  })
  await findKenji(client)
  const projectId = await requestCommission(client)
  await openFromToast(creator, tNotifications('commission.requested.title', { sender: names.client }))
  await openProjectTab(creator, 'contract')
  await makeOffer(creator)
  await openFromToast(client, tNotifications('offer.made.title', { sender: names.creator }))
  await openProjectTab(client, 'contract')
  await counterOffer(client)
  await acceptCounter(creator)
  await acceptOffer(client, 2)

  // Fund and book.
  await pay(client, offerData.amount)
  await expectToast(creator.page, tNotifications('milestone.funded.creator.title', { title: offerData.title }))
  const bookingId = await reserveTime(client, kenji.id, { at: bookingStart, zone: tokyo })
  await payForBooking(client)
  expect(await readCalendarEvent(kenji, url, bookingId)).toMatchObject({
    start: '20270312T140000Z',
    end: '20270312T150000Z',
  })

  // Deliver.
  await creator.page.goto(`/projects/${projectId}?view=milestones`)
  await addModel(creator.page, 'chair.glb', await makeChair(1))
  await submitVersion(creator, 1, 'The whole chair.')

  // Meet: the creator from the booking's page, a guest by link, the client on a headset by code.
  await kenji.call(moveClock, { body: { to: new Date(bookingStart - 5 * minute).toISOString() } })
  await creator.page.goto(`/booking/confirm/${bookingId}`)
  await creator.press(creator.page.getByRole('link', { name: tBookings('meet.join') }))
  await creator.press(creator.page.getByRole('button', { name: tRooms('mic.ask') }))
  await expect(creator.page.getByText(tRooms('mic.on'))).toBeVisible()
  await creator.press(creator.page.getByRole('button', { name: tRooms('lobby.enter'), exact: true }))
  await expect(roomCanvas(creator.page)).toHaveAttribute('data-state', 'ready', { timeout: 60_000 })
  await openRoomPanel(creator.page, 'users', creator.press)
  await creator.press(creator.page.getByRole('button', { name: tRooms('users.invite') }))
  const link = creator.page.getByRole('textbox', { name: patternOf(tRooms('users.invite.link', { when: anyText })) })
  await expect(link).toHaveValue(/#invite=/)

  const guestWindow = await openRoomWindow(browser, url, phone)
  await watch(guestWindow.page)
  const guest = touchInput(guestWindow.page)
  const phonePoses = recordPoses(guest.page)
  await signInAs(guest.page, 'Hana')
  await guest.page.goto(await link.inputValue())
  await guest.choose(guest.page.getByRole('switch', { name: tRooms('lobby.muted') }))
  await guest.press(guest.page.getByRole('button', { name: tRooms('lobby.enter') }))
  const expectUserCount = (count: number) =>
    expect(creator.page.getByText(tRooms('users.here', { count }))).toBeVisible({ timeout: 60_000 })
  await expectUserCount(2)
  await expect(guest.page.getByRole('button', { name: tRooms('tool.place'), exact: true })).toHaveCount(0)

  const headset = await openHeadset(browser, url)
  const headsetPoses = recordPoses(headset.page)
  await watch(headset.page)
  await recordPanelText(headset.page)
  await countDrawCalls(headset.page)
  await recordSpatialAudio(headset.page)
  await pairHeadset(headset.page, client, { path: `/rooms/${bookingId}`, password: clientPassword })
  const driver = headsetDriver(headset.page)
  await headset.page.getByRole('button', { name: tRooms('lobby.enter.headset') }).click()
  await expectUserCount(3)
  await expect(headset.page.getByRole('button', { name: tRooms('dock.headset.leave') })).toBeVisible({
    timeout: 60_000,
  })

  // Both see the client's hand.
  await expectHandWithin2mm(driver, deskPoses, phonePoses)

  // Voices are spatial: the headset hears the creator from the creator's position, also with the head turned away.
  const headsetPose = await waitUntil('the headset to be heard', async () => headsetPoseOf(deskPoses))
  const expectAudio = async (description: string, yawOffset: number, matches: (peaks: PeakLevels) => boolean) => {
    await waitUntil(description, async () => {
      const speaker = headsetPoses.poses.get(deskPoses.participantSlot() ?? -1)?.head
      if (!speaker) return false
      const { px, pz } = headsetPose.head
      await driver.turnHead(Math.atan2(px - speaker.px, pz - speaker.pz) - yawOf(headsetPose.head) + yawOffset)
      const peaks = await readPeakLevels(headset.page)
      return matches(peaks)
    })
  }
  const quarterTurn = Math.PI / 2
  await expectAudio('the voice at the right ear', quarterTurn, ({ left, right }) => right > 0.02 && right > left * 1.3)
  await expectAudio('the voice at the left ear', -quarterTurn, ({ left, right }) => left > 0.02 && left > right * 1.3)
  await creator.press(creator.page.getByRole('button', { name: tRooms('dock.mute'), exact: true }))
  await expectAudio('silence', 0, ({ left, right }) => left < 0.001 && right < 0.001)
  await driver.turnHead(0)

  // A pin set by controller appears in the thread on the page.
  await driver.toggleMenu()
  await driver.pressText(tRooms('tool.pin'), 'left')
  const pointedAt = headset.page.getByText(patternOf(tRooms('version.pointed', { part: anyText })))
  await waitUntil('the hand to point at the chair', async () => {
    for (let y = 0.85; y > 0.1; y -= 0.12) {
      await driver.aimAt(toHeadsetSpace(headsetPose.head, { ...floorCircle, y }))
      if (await pointedAt.isVisible()) return true
    }
    return undefined
  })
  await driver.pullTrigger()
  await driver.pressText(tRooms('scene.pin.wrong'), 'front')
  await driver.waitForText(tPins('new.saved', { number: 1 }))
  await client.page.goto(`/projects/${projectId}?view=milestones`)
  await expect(
    client.page.getByRole('button', {
      name: patternOf(tPins('marker', { number: 1, state: anyText, part: anyText, text: tRooms('scene.pin.wrong') })),
    }),
  ).toBeVisible()

  // A change round; the next version is announced, and the shown one stays.
  await driver.toggleMenu()
  await driver.pressText(tRooms('decide.changes'), 'left')
  await driver.pressText(tCommissions('changes.send', { count: 1 }), 'front')
  await driver.waitForText(tCommissions('changes.done'))

  // The project's chat from the headset to the desktop.
  await driver.toggleMenu()
  await driver.pressText(tRooms('tab.chat'), 'left')
  await driver.pressText(tRooms('scene.chat.look'), 'left')
  await openRoomPanel(creator.page, 'chat', creator.press)
  await expectMessage(creator.page, tRooms('scene.chat.look'))
  const secondTab = mouseInput(await creatorWindow.openTab())
  await secondTab.page.goto(`/projects/${projectId}?view=milestones`)
  await addModel(secondTab.page, 'chair.glb', await makeChair(2))
  const newVersionNotice = guest.page
    .getByText(tRooms('version.newer', { number: 2, milestone: offerData.title }))
    .first()
  await Promise.all([
    submitVersion(secondTab, 2, 'The rail is higher.'),
    expect(newVersionNotice).toBeVisible({ timeout: 60_000 }),
  ])
  await secondTab.page.close()
  await openRoomPanel(creator.page, 'version', creator.press)
  await creator.press(creator.page.getByRole('button', { name: tRooms('version.newer.show'), exact: true }))
  await creator.page
    .getByLabel(tRooms('version.compare'), { exact: true })
    .selectOption({ label: tRooms('version.number', { number: 1 }) })

  // Approved in the room by a press and a hold; the money is released, and all three are notified.
  const [milestoneRow] = await world.rows<{ commissionId: string; milestoneId: string }>(
    `select commission_id as "commissionId", id as "milestoneId" from milestones where project_id = $1`,
    [projectId],
  )
  const { commissionId, milestoneId } = milestoneRow ?? { commissionId: '', milestoneId: '' }
  await driver.toggleMenu()
  await driver.pressText(tRooms('decide.approve', { number: 2 }), 'left')
  // With three users, two compared versions and open panels, each eye stays within the draw call limit of a headset.
  await takeHeaviestFrame(headset.page)
  await driver.waitForFrames()
  const { draws } = await takeHeaviestFrame(headset.page)
  expect(draws).toBeGreaterThan(0)
  expect(draws).toBeLessThanOrEqual(2 * 50)
  // The row of the model changes the panel once the model is in the scene.
  await driver.waitForPanel('chair.glb', tRooms('scene.approve.seen'), tRooms('scene.approve.go'))
  // The pin of the round is still open, so it has to be ticked first.
  await driver.pressText(tPins('approve.open', { count: 1 }), 'front')
  await driver.pressText(tRooms('scene.approve.go'), 'front')
  await Promise.all([
    driver.holdUntil(
      tRooms('scene.approve.release', { sum: formatEuros(offerData.amount) }),
      'aside',
      tCommissions('approve.done', { sum: formatEuros(offerData.amount) }),
    ),
    // A longer timeout, because the hold takes the headset a while.
    expectToast(creator.page, tNotifications('milestone.released.creator.title', { title: offerData.title }), 60),
    expect(guest.page.getByText(tRooms('version.approved', { milestone: offerData.title })).first()).toBeVisible({
      timeout: 60_000,
    }),
  ])
  const done = await kenji.call(readCommission, { params: { id: commissionId } })
  expect(done.milestones[0]).toMatchObject({ state: 'released', money: { place: 'pending' } })
  const { items } = await kenji.call(listPins, { params: { id: milestoneId } })
  expect(items.map(({ messages }) => messages[0]?.text)).toEqual([tRooms('scene.pin.wrong')])

  await headset.close(/./)
  await dismissToasts(creator)
  await openRoomPanel(creator.page, 'users', creator.press)
  await expectUserCount(2)
  await guestWindow.close()

  // Both write reviews.
  await client.page.goto(`/projects/${projectId}`)
  await writeReview(client, names.creator, 5, 'We stood before it, and it was right.')
  await creator.page.goto(`/projects/${projectId}`)
  await expectReviewHidden(creator.page, names.client, 'We stood before it, and it was right.')
  await writeReview(creator, names.client, 5, 'She knew what she wanted.')
  await expectReviewShown(creator.page, 'We stood before it, and it was right.')
  await afterwards({ client, creator })
  await clientWindow.close()
  await creatorWindow.close()
}
