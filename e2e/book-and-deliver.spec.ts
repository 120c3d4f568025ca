import { readFile } from 'node:fs/promises'
import { changeAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { readCommission } from '@veranda/contract/commissions/routes.ts'
import { moveClock } from '@veranda/contract/sandbox/routes.ts'
import { makeChair } from '../apps/server/seed/assets/chair.ts'
import {
  createFundedCommission,
  newYork,
  onlyMilestone,
  publishAvailability,
  commissionData,
  tokyo,
} from './book-and-deliver/setup.ts'
import {
  readCalendarEvent,
  expectBothTimes,
  reserveTime,
  moveBooking,
  payForBooking,
} from './book-and-deliver/booking.ts'
import {
  addModel,
  addModelOverBadConnection,
  requestChangesWithPin,
  expectPartMoved,
  expectViewerReady,
  addPinAtCentre,
  submitVersion,
} from './book-and-deliver/deliverable.ts'
import { confirmRelease } from './support/confirm-release.ts'
import { stepUpIn } from './support/step-up.ts'
import { signInAsDemoUser } from './support/sign-in.ts'
import { mouseInput } from './support/browser/input-device.ts'
import { openNetworkProxy } from './support/server/network-proxy.ts'
import { openApiClient } from './support/api-client.ts'
import { waitUntil } from './support/wait-until.ts'
import { openBrowserWindow } from './support/browser/browser-window.ts'
import { translationsFor } from './support/translations.ts'
import { expect, test } from './support/fixtures.ts'
import { matrixOnly } from './support/scope.ts'

const tSettings = translationsFor('accounts/settings')
const tCommissions = translationsFor('commissions')
const tPins = translationsFor('commissions/pins')

// Four days before daylight saving time starts in New York, on 14 March 2027.
const clockStart = Date.UTC(2027, 2, 10, 12)

test(
  'a client in Tokyo books and moves a session across a daylight saving change',
  matrixOnly,
  async ({ world, browser }) => {
    test.setTimeout(300_000)
    const { url } = world.server
    const mayaBeforeClockMove = await openApiClient(url, 'Maya')
    await mayaBeforeClockMove.call(moveClock, { body: { to: new Date(clockStart).toISOString() } })
    const maya = await openApiClient(url, 'Maya')
    const kenji = await openApiClient(url, 'Kenji')
    await maya.call(changeAccount, { body: { timeZone: tokyo } })
    await publishAvailability(kenji)

    const clientWindow = await openBrowserWindow(browser, url, { timezoneId: tokyo, reducedMotion: 'reduce' })
    const creatorWindow = await openBrowserWindow(browser, url, { timezoneId: newYork, reducedMotion: 'reduce' })
    const client = mouseInput(clientWindow.page)
    const creator = mouseInput(creatorWindow.page)
    await signInAsDemoUser(client, 'Maya Torres')
    await signInAsDemoUser(creator, 'Kenji Arai')

    // 09:00 on Friday in New York (UTC-5) is 23:00 in Tokyo.
    const bookingId = await reserveTime(client, kenji.id, { at: Date.UTC(2027, 2, 12, 14), zone: tokyo })
    await payForBooking(client)
    await expectBothTimes(client.page, '2027-03-12T14:00:00.000Z', /23:00/, /Kenji Arai.*09:00/)
    const bookedEvent = await readCalendarEvent(maya, url, bookingId)
    expect(bookedEvent).toMatchObject({ start: '20270312T140000Z', end: '20270312T150000Z', sequence: 0 })
    expect(await readCalendarEvent(kenji, url, bookingId)).toEqual(bookedEvent)
    await creator.page.goto(`/booking/confirm/${bookingId}`)
    await expectBothTimes(creator.page, '2027-03-12T14:00:00.000Z', /09:00/, /Maya Torres.*23:00/)

    // 09:00 on Monday, after the change, is 22:00 in Tokyo.
    await moveBooking(client, { at: Date.UTC(2027, 2, 15, 13), zone: tokyo })
    await expectBothTimes(client.page, '2027-03-15T13:00:00.000Z', /22:00/, /Kenji Arai.*09:00/)
    await expectBothTimes(creator.page, '2027-03-15T13:00:00.000Z', /09:00/, /Maya Torres.*22:00/)
    const movedEvent = await readCalendarEvent(kenji, url, bookingId)
    expect(movedEvent).toEqual({ ...bookedEvent, start: '20270315T130000Z', end: '20270315T140000Z', sequence: 1 })
    expect(await readCalendarEvent(maya, url, bookingId)).toEqual(movedEvent)
    // Both mails are in the sandbox mailbox, newest first, with the calendar file of the new time attached.
    await client.page.goto('/settings/mail')
    await expect(client.page.getByRole('heading', { name: /^New time: .*Kenji Arai/ }).first()).toBeVisible()
    await expect(client.page.getByRole('heading', { name: /^Booked: .*Kenji Arai/ }).first()).toBeVisible()
    const [download] = await Promise.all([
      client.page.waitForEvent('download'),
      client.press(client.page.getByRole('button', { name: tSettings('mail.calendar') }).first()),
    ])
    const invitation = await readFile(await download.path(), 'utf8')
    expect(invitation).toContain('METHOD:REQUEST')
    expect(invitation).toContain('DTSTART:20270315T130000Z')
    await clientWindow.close()
    await creatorWindow.close()
  },
)

// The main job does the same with devices, and the journeys of the viewer and of uploads its parts.
test(
  'a model delivered over a bad connection is pinned, changed, compared and approved',
  matrixOnly,
  async ({ world, browser }) => {
    test.setTimeout(300_000)
    const { url } = world.server
    const maya = await openApiClient(url, 'Maya')
    const kenji = await openApiClient(url, 'Kenji')
    const proxy = await openNetworkProxy(url)
    const clientWindow = await openBrowserWindow(browser, url, { timezoneId: tokyo, reducedMotion: 'reduce' })
    const creatorWindow = await openBrowserWindow(browser, proxy.url, { timezoneId: newYork, reducedMotion: 'reduce' })
    const client = mouseInput(clientWindow.page)
    const creator = mouseInput(creatorWindow.page)
    await signInAsDemoUser(client, 'Maya Torres')
    await signInAsDemoUser(creator, 'Kenji Arai')

    const commission = await createFundedCommission(maya, kenji, clockStart)
    const milestone = onlyMilestone(commission)
    const milestonePath = `/projects/${commission.projectId}?view=milestones&milestone=${milestone.id}`
    await creator.page.goto(milestonePath)
    await addModelOverBadConnection(creator.page, proxy, 'chair.glb', await makeChair(1))
    await submitVersion(creator, 1, 'The whole chair.')

    await client.page.goto(milestonePath)
    await expectViewerReady(client.page)
    await addPinAtCentre(client, 'Softer edges here')
    await requestChangesWithPin(client, 'The top rail 12 mm higher')
    await expect(creator.page.getByText('The top rail 12 mm higher').first()).toBeVisible({ timeout: 20_000 })
    await addModel(creator.page, 'chair.glb', await makeChair(2))
    await submitVersion(creator, 2, 'The rail is higher.')

    await client.page.goto(milestonePath)
    await expectViewerReady(client.page)
    await expectPartMoved(client, 'Version 1', 'Version 2', 'Top rail', /12\.0 mm ± 0\.1 mm/)

    await client.press(client.page.getByRole('button', { name: tCommissions('approve.act') }))
    const dialog = client.page.getByRole('dialog', { name: tCommissions('approve.title') })
    await client.choose(dialog.getByRole('checkbox', { name: tPins('approve.open', { count: 1 }) }))
    await stepUpIn(client, dialog, { firstName: 'Maya' })
    await confirmRelease(client, dialog)
    await waitUntil('the money to be released', async () => {
      const { milestones } = await maya.call(readCommission, { params: { id: commission.id } })
      return milestones[0]?.state === 'released'
    })
    await expect(
      client.page.getByRole('heading', { name: tCommissions('act.title.client.released'), exact: true }),
    ).toBeVisible()
    expect(commissionData.price).toBe(milestone.price.amount)
    await clientWindow.close()
    await creatorWindow.close(/ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|WebSocket/)
    await proxy.close()
  },
)
