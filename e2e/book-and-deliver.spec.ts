import { readFile } from 'node:fs/promises'
import { changeAccount } from '@veranda/contract/accounts/routes.ts'
import { readCommission } from '@veranda/contract/commissions/routes.ts'
import { moveClock } from '@veranda/contract/sandbox/routes.ts'
import { makeChair } from '../apps/server/seed/works/chair.ts'
import { agreeAndFund, newYork, onlyMilestone, openHours, piece, tokyo } from './book-and-deliver/cast.ts'
import { calendarOf, expectTimes, holdTime, moveTo, payForIt } from './book-and-deliver/session.ts'
import {
  addModel,
  addModelOverABadLine,
  askForBoth,
  expectMoved,
  expectStage,
  pinInTheMiddle,
  submit,
} from './book-and-deliver/work.ts'
import { confirmIn } from './support/confirm.ts'
import { enterByPress } from './support/entrance.ts'
import { mouse } from './support/hand.ts'
import { openLine } from './support/line.ts'
import { enter } from './support/person.ts'
import { until } from './support/until.ts'
import { openWindow } from './support/window.ts'
import { wordsOf } from './support/words.ts'
import { expect, test } from './support/world.ts'

test.use({ file: 'book-and-deliver' })

const s = wordsOf('settings')
const t = wordsOf('projects')
const p = wordsOf('pins')

// Four days before the clocks of New York go forward, on 14 March 2027.
const eve = Date.UTC(2027, 2, 10, 12)

test('a client in Tokyo books and moves a session over a change of clocks; the work comes, is pinned, changed, compared and approved', async ({
  world,
  browser,
}) => {
  test.setTimeout(300_000)
  const { url } = world.server
  const early = await enter(url, 'Maya')
  await early.call(moveClock, { body: { to: new Date(eve).toISOString() } })
  const maya = await enter(url, 'Maya')
  const kenji = await enter(url, 'Kenji')
  await maya.call(changeAccount, { body: { timeZone: tokyo } })
  await openHours(kenji)

  const line = await openLine(url)
  const clientWindow = await openWindow(browser, url, { timezoneId: tokyo, reducedMotion: 'reduce' })
  const creatorWindow = await openWindow(browser, line.url, { timezoneId: newYork, reducedMotion: 'reduce' })
  const client = mouse(clientWindow.page)
  const creator = mouse(creatorWindow.page)
  await enterByPress(client, 'Maya Torres')
  await enterByPress(creator, 'Kenji Arai')

  // Nine in the morning of Friday in New York is eleven at night in Tokyo, five hours behind UTC.
  const bookingId = await holdTime(client, kenji.id, /^Friday, March 12/, /^23:00/)
  await payForIt(client)
  await expectTimes(client.page, '2027-03-12T14:00:00.000Z', /23:00/, /Kenji Arai.*09:00/)
  const booked = await calendarOf(maya, url, bookingId)
  expect(booked).toMatchObject({ start: '20270312T140000Z', end: '20270312T150000Z', sequence: 0 })
  expect(await calendarOf(kenji, url, bookingId)).toEqual(booked)
  await creator.page.goto(`/booking/confirm/${bookingId}`)
  await expectTimes(creator.page, '2027-03-12T14:00:00.000Z', /09:00/, /Maya Torres.*23:00/)

  // The same nine in the morning on Monday, after the change, is ten at night in Tokyo.
  await moveTo(client, /^Monday, March 15/, /^22:00/)
  await expectTimes(client.page, '2027-03-15T13:00:00.000Z', /22:00/, /Kenji Arai.*09:00/)
  await expectTimes(creator.page, '2027-03-15T13:00:00.000Z', /09:00/, /Maya Torres.*22:00/)
  const moved = await calendarOf(kenji, url, bookingId)
  expect(moved).toEqual({ ...booked, start: '20270315T130000Z', end: '20270315T140000Z', sequence: 1 })
  expect(await calendarOf(maya, url, bookingId)).toEqual(moved)
  // Both lie in the sandbox's mail, the newest first, with the file that puts the new time into a calendar.
  await client.page.goto('/settings/mail')
  await expect(client.page.getByRole('heading', { name: /^New time: .*Kenji Arai/ }).first()).toBeVisible()
  await expect(client.page.getByRole('heading', { name: /^Booked: .*Kenji Arai/ }).first()).toBeVisible()
  const [file] = await Promise.all([
    client.page.waitForEvent('download'),
    client.press(client.page.getByRole('button', { name: s('mail.calendar') }).first()),
  ])
  const invitation = await readFile(await file.path(), 'utf8')
  expect(invitation).toContain('METHOD:REQUEST')
  expect(invitation).toContain('DTSTART:20270315T130000Z')

  const commission = await agreeAndFund(maya, kenji, eve)
  const milestone = onlyMilestone(commission)
  const place = `/projects/${commission.projectId}?view=milestones&milestone=${milestone.id}`
  await creator.page.goto(place)
  await addModelOverABadLine(creator.page, line, 'chair.glb', await makeChair(1))
  await submit(creator, 1, 'The whole chair.')

  await client.page.goto(place)
  await expectStage(client.page)
  await pinInTheMiddle(client, 'Softer edges here')
  await askForBoth(client, 'The top rail 12 mm higher')
  await expect(creator.page.getByText('The top rail 12 mm higher').first()).toBeVisible({ timeout: 20_000 })
  await addModel(creator.page, 'chair.glb', await makeChair(2))
  await submit(creator, 2, 'The rail is higher.')

  await client.page.goto(place)
  await expectStage(client.page)
  await expectMoved(client, 'Version 1', 'Version 2', 'Top rail', /12\.0 mm ± 0\.1 mm/)

  await client.press(client.page.getByRole('button', { name: t('approve.act') }))
  const dialog = client.page.getByRole('dialog', { name: t('approve.title') })
  await client.choose(dialog.getByRole('checkbox', { name: p('approve.open', { count: 1 }) }))
  await confirmIn(client, dialog, { firstName: 'Maya' })
  await client.press(dialog.getByRole('button', { name: t('approve.act') }))
  await until('the money to be released', async () => {
    const { milestones } = await maya.call(readCommission, { params: { id: commission.id } })
    return milestones[0]?.state === 'released'
  })
  await expect(client.page.getByRole('heading', { name: t('act.title.client.released'), exact: true })).toBeVisible()
  expect(piece.price).toBe(milestone.price.amount)
  await clientWindow.close()
  await creatorWindow.close(/ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|WebSocket/)
  await line.close()
})
