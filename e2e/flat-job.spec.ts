import { devices } from '@playwright/test'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { listTalentReviews } from '@veranda/contract/talent/routes.ts'
import { keyboard } from './support/keyboard.ts'
import { enterByPress, expectSignedOut, signOut } from './support/entrance.ts'
import { finger, mouse } from './support/hand.ts'
import { enter } from './support/person.ts'
import { until } from './support/until.ts'
import { openWindow } from './support/window.ts'
import { expect, test } from './support/world.ts'
import { wordsOf } from './support/words.ts'
import { passDays } from './flat-job/clock.ts'
import { creatorBy } from './flat-job/creator-calls.ts'
import { findKenji, readKenjisPage, registerFor, requestCommission } from './flat-job/find.ts'
import { pay, payInVain, payWithCode } from './flat-job/fund.ts'
import { euros, job } from './flat-job/job.ts'
import {
  askForPayout,
  balanceOf,
  expectBalances,
  expectEntriesMakeUp,
  expectPayout,
  expectReceipt,
} from './flat-job/money.ts'
import { acceptVersion, answerCounter, counter, expectFees, writeOffer } from './flat-job/offers.ts'
import { expectNothingWaits, goToScreen, openPart, openWhatWaits } from './flat-job/places.ts'
import { expectHidden, expectShown, writeReview } from './flat-job/reviews.ts'
import { edit, expectGone, expectRead, expectSaid, expectTypingSeen, openTalk, remove, say } from './flat-job/talk.ts'
import { bellOf, expectBell, expectToast, openByToast } from './flat-job/told.ts'
import { walkAsClient } from './flat-job/walk.ts'
import { approve, askForChanges, lookAtVersion, submitVersion } from './flat-job/work.ts'

test.use({ file: 'flat-job' })

const n = wordsOf('notifications')
const d = wordsOf('dashboard')
const [first, second] = job.milestones

test('client and creator in two windows get from the search to the released money', async ({ world, browser }) => {
  test.setTimeout(240_000)
  const { url } = world.server
  const names = { client: 'Nora Weiss', creator: 'Kenji Arai' }
  const clientWindow = await openWindow(browser, url)
  const creatorWindow = await openWindow(browser, url)
  const client = mouse(clientWindow.page)
  const creator = mouse(creatorWindow.page)

  await enterByPress(creator, names.creator)
  await registerFor(client, '/search?q=desk', {
    name: names.client,
    email: 'nora@weiss.example',
    password: 'walnut desk for two',
  })
  await findKenji(client)
  await readKenjisPage(client)
  const before = await bellOf(creator.page)
  const projectId = await requestCommission(client)

  const asked = n('commission.requested.title', { sender: names.client })
  await openByToast(creator, asked)
  await expectBell(creator.page, before + 1)
  await creator.page.waitForURL(`/projects/${projectId}**`)
  await openPart(creator, 'contract')
  await expect(creator.page.getByText(job.message)).toBeVisible()
  await writeOffer(creator, names)

  await expectToast(client.page, n('offer.made.title', { sender: names.creator }))
  await expectBell(client.page, 1)
  await openWhatWaits(client, d('do.answer-offer', { subject: job.title }))
  await expectFees(client.page, 100_000, 'client', names)
  await counter(client)
  await expectToast(creator.page, n('offer.countered.title', { sender: names.client }))
  await expectFees(creator.page, 90_000, 'creator', names)
  await answerCounter(creator)
  await acceptVersion(client, 3, 95_000, names)

  await expectToast(creator.page, n('offer.accepted.title', { sender: names.client }))
  await expectBell(creator.page, before + 3)
  await expectBell(client.page, 2)
  await payInVain(client, 55_000)
  await Promise.all([
    payWithCode(client, 55_000),
    expectToast(client.page, n('milestone.funded.client.title', { title: first.title })),
    expectToast(creator.page, n('milestone.funded.creator.title', { title: first.title })),
  ])
  await openPart(creator, 'milestones')
  await submitVersion(creator, 1)
  await expectToast(client.page, n('milestone.submitted.title', { title: first.title }))
  await lookAtVersion(client, 1)
  await askForChanges(client)
  await expectToast(creator.page, n('milestone.changes-requested.title', { sender: names.client, title: first.title }))
  for (const item of job.changes) await expect(creator.page.getByText(item)).toBeVisible()
  await submitVersion(creator, 2)
  await lookAtVersion(client, 2)
  const [clientBell, creatorBell] = [await bellOf(client.page), await bellOf(creator.page)]
  await Promise.all([
    approve(client, 2, 55_000, 'walnut desk for two'),
    expectToast(client.page, n('milestone.released.client.title', { title: first.title })),
    expectToast(creator.page, n('milestone.released.creator.title', { title: first.title })),
  ])
  await expectBell(client.page, clientBell + 1)
  // Two things are told to the creator: that the version was approved, and that the money is released.
  await expectBell(creator.page, creatorBell + 2)

  await openWhatWaits(client, d('do.fund', { subject: second.title }))
  await Promise.all([
    pay(client, 40_000),
    openByToast(creator, n('milestone.funded.creator.title', { title: second.title })),
  ])
  await expect(creator.page.getByRole('heading', { level: 2, name: second.title })).toBeVisible()
  await submitVersion(creator, 1)
  await lookAtVersion(client, 1)
  await approve(client, 1, 40_000)

  const kenji = await enter(url, 'Kenji')
  const [pending, available] = [await balanceOf(kenji, 'creator.pending'), await balanceOf(kenji, 'creator.available')]
  await client.page.goto('/payment')
  await expectBalances(client.page, { 'client.protected': 0, 'client.paid': 99_750 })
  await expectEntriesMakeUp(client, 'client.paid', 99_750)
  await creator.page.goto('/payment')
  await expectBalances(creator.page, { 'creator.pending': pending, 'creator.available': available })
  await expectEntriesMakeUp(creator, 'creator.pending', pending)
  await expectReceipt(client, first.title, 'client', 55_000)
  await expectReceipt(creator, first.title, 'creator', 55_000)

  const released = async () => (await creatorBy(kenji, url, names.client).deal()).milestones[0]
  const settled = `select 1 from charges where milestone_id = $1 and settled_at is not null`
  await passDays(kenji, 2)
  await until('the payment to settle', async () => (await world.rows(settled, [(await released())?.id])).length > 0)
  expect((await released())?.money?.place, 'settled, but still in the five days of hold').toBe('pending')
  await passDays(kenji, 3)
  await until('the hold to be over', async () => (await balanceOf(kenji, 'creator.available')) >= available + 85_500)
  expect((await released())?.money?.place).toBe('available')
  await expectBalances(creator.page, { 'creator.available': await balanceOf(kenji, 'creator.available') })
  await askForPayout(creator, 85_500)
  await expectPayout(creator.page, 85_500, 'requested', 'in_transit')
  await Promise.all([passDays(kenji, 1), expectToast(creator.page, n('payout.paid.title', { amount: euros(85_500) }))])
  await expectPayout(creator.page, 85_500, 'paid')

  await client.page.goto(`/projects/${projectId}?view=chat`)
  await goToScreen(creator, 'messages')
  await openTalk(creator, job.title)
  await say(client, 'The desk is on its way to the showroom.')
  await expectSaid(creator.page, 'The desk is on its way to the showroom.')
  await expectRead(client.page, 'The desk is on its way to the showroom.')
  await expectTypingSeen(creator, client.page, names.creator)
  await say(creator, 'Send me a foto of it.')
  await expectSaid(client.page, 'Send me a foto of it.')
  await edit(creator, 'Send me a foto of it.', 'Send me a photo of it.')
  await expectSaid(client.page, 'Send me a photo of it.')
  await say(creator, 'This one was for somebody else.')
  await expectSaid(client.page, 'This one was for somebody else.')
  await remove(creator, 'This one was for somebody else.')
  await expectGone(client.page, 'This one was for somebody else.')

  await openWhatWaits(client, d('do.review-person', { name: names.creator }))
  await writeReview(client, names.creator, 5, 'Every joint is where the drawing says.')
  await creator.page.goto(`/projects/${projectId}`)
  await expectHidden(creator.page, names.client, 'Every joint is where the drawing says.')
  const { items: published } = await kenji.call(listTalentReviews, { params: { id: kenji.id }, query: {} })
  expect(published.map(({ text }) => text)).not.toContain('Every joint is where the drawing says.')
  await writeReview(creator, names.client, 4, 'Clear drawings and quick answers.')
  await expectShown(creator.page, 'Every joint is where the drawing says.')
  await expectShown(client.page, 'Clear drawings and quick answers.')
  await expectNothingWaits(client)
  await client.page.goto(`/talent/${kenji.id}`)
  await expectShown(client.page, 'Every joint is where the drawing says.')
  const { unread } = await kenji.call(listNotifications, { query: {} })
  await expectBell(creator.page, unread)

  const secondTab = await clientWindow.tab()
  await secondTab.goto('/dashboard')
  await expect(secondTab.getByRole('heading', { level: 1 })).toBeVisible()
  await signOut(client, 'Nora')
  await Promise.all([expectSignedOut(client.page), expectSignedOut(secondTab)])
  await clientWindow.close()
  await creatorWindow.close()
})

test('the client comes through all of it by keyboard alone', async ({ world, browser }) => {
  test.setTimeout(240_000)
  const { url } = world.server
  const who = { name: 'Ada Moreau', email: 'ada@moreau.example', password: 'walnut desk for two' }
  const window = await openWindow(browser, url)
  await walkAsClient(keyboard(window.page), who, creatorBy(await enter(url, 'Kenji'), url, who.name))
  await window.close()
})

test('the client comes through all of it on a phone, by touch', async ({ world, browser }) => {
  test.setTimeout(240_000)
  const { url } = world.server
  const who = { name: 'Ines Duarte', email: 'ines@duarte.example', password: 'walnut desk for two' }
  const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7']
  const window = await openWindow(browser, url, { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch })
  await walkAsClient(finger(window.page), who, creatorBy(await enter(url, 'Kenji'), url, who.name))
  await window.close()
})
