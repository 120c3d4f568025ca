import { devices } from '@playwright/test'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { moveClock } from '@veranda/contract/sandbox/routes.ts'
import { listCreatorReviews } from '@veranda/contract/talent/routes.ts'
import { creatorApiFor } from './commission-journey/creator-api.ts'
import {
  findKenji,
  readKenjiProfile,
  registerAndReturnTo,
  requestCommission,
  newEmail,
} from './commission-journey/find-creator.ts'
import { pay, payWithCode, payWithDeclinedCard } from './commission-journey/funding.ts'
import { job } from './commission-journey/job-data.ts'
import {
  expectBalances,
  expectEntriesMakeUp,
  expectPayout,
  expectReceipt,
  readBalance,
  requestPayout,
} from './commission-journey/payments-screen.ts'
import { acceptVersion, answerCounter, counterOffer, expectFees, writeOffer } from './commission-journey/offers.ts'
import { expectNoTasks, goToScreen, openProjectTab, openTask } from './commission-journey/navigation.ts'
import { expectReviewHidden, expectReviewShown, writeReview } from './commission-journey/reviews.ts'
import {
  deleteMessage,
  editMessage,
  expectDeleted,
  expectMessage,
  expectRead,
  expectTypingIndicator,
  openConversation,
  sendMessage,
} from './commission-journey/chat.ts'
import {
  dismissSnackbars,
  expectBellCount,
  expectToast,
  openFromToast,
  readBellCount,
} from './commission-journey/notifications.ts'
import { runClientJourney } from './commission-journey/client-journey.ts'
import {
  approveVersion,
  downloadOriginal,
  expectVersionShown,
  requestChanges,
  submitVersion,
} from './commission-journey/deliverables.ts'
import { type ApiClient, openApiClient } from './support/api-client.ts'
import { openBrowserWindow } from './support/browser/browser-window.ts'
import { expect, test } from './support/fixtures.ts'
import { mouseInput, touchInput } from './support/browser/input-device.ts'
import { keyboardInput } from './support/browser/keyboard-input.ts'
import { expectSignedOut, signInAsDemoUser, signOut } from './support/sign-in.ts'
import { matrixOnly } from './support/scope.ts'
import { translationsFor } from './support/translations.ts'
import { waitUntil } from './support/wait-until.ts'

const hourMs = 3_600_000

/** Moves the sandbox's clock on by whole days, and an hour so that nothing is on the very edge. */
export async function advanceClockByDays(client: ApiClient, days: number): Promise<void> {
  await client.call(moveClock, { body: { advanceMs: days * 24 * hourMs + hourMs } })
}

const tNotifications = translationsFor('notifications')
const tDashboard = translationsFor('dashboard')
const [first, second] = job.milestones

test(
  'a client by keyboard alone and a creator get from the search to the released money in two windows',
  matrixOnly,
  async ({ world, browser }) => {
    test.setTimeout(240_000)
    const { url } = world.server
    const names = { client: 'Nora Weiss', creator: 'Kenji Arai' }
    const clientWindow = await openBrowserWindow(browser, url)
    const creatorWindow = await openBrowserWindow(browser, url)
    const client = keyboardInput(clientWindow.page)
    const creator = mouseInput(creatorWindow.page)

    await signInAsDemoUser(creator, names.creator)
    await registerAndReturnTo(client, '/search?q=desk', {
      name: names.client,
      email: newEmail('nora'),
      password: 'walnut desk for two',
    })
    await findKenji(client)
    await readKenjiProfile(client)
    const initialBellCount = await readBellCount(creator.page)
    const projectId = await requestCommission(client)

    const requestTitle = tNotifications('commission.requested.title', { sender: names.client })
    await openFromToast(creator, requestTitle)
    await expectBellCount(creator.page, initialBellCount)
    await creator.page.waitForURL(`/projects/${projectId}**`)
    await openProjectTab(creator, 'contract')
    await expect(creator.page.getByText(job.message)).toBeVisible()
    await writeOffer(creator, names)

    await expectToast(client.page, tNotifications('offer.made.title', { sender: names.creator }))
    await expectBellCount(client.page, 1)
    await openTask(client, tDashboard('do.answer-offer', { subject: job.title }))
    await expectFees(client.page, 100_000, 'client', names)
    await counterOffer(client)
    // The contract that is open shows it, so that no toast has to.
    await expectFees(creator.page, 90_000, 'creator', names)
    await answerCounter(creator)
    await acceptVersion(client, 3, 95_000, names)

    await expectToast(creator.page, tNotifications('offer.accepted.title', { sender: names.client }))
    await expectBellCount(creator.page, initialBellCount + 1)
    await expectBellCount(client.page, 0)
    await payWithDeclinedCard(client, 55_000)
    await Promise.all([
      payWithCode(client, 55_000),
      expectToast(creator.page, tNotifications('milestone.funded.creator.title', { title: first.title })),
    ])
    await openProjectTab(creator, 'milestones')
    await submitVersion(creator, 1)
    await expectVersionShown(client, 1)
    await requestChanges(client)
    for (const item of job.changes) await expect(creator.page.getByText(item)).toBeVisible()
    const [clientBell, creatorBell] = [await readBellCount(client.page), await readBellCount(creator.page)]
    await submitVersion(creator, 2)
    await expectVersionShown(client, 2)
    await expectBellCount(client.page, clientBell)
    await creator.page.goto('/dashboard')
    await Promise.all([
      approveVersion(client, 2, 55_000, 'walnut desk for two'),
      expectToast(creator.page, tNotifications('milestone.released.creator.title', { title: first.title })),
    ])
    // What the page shows already is read.
    await expectBellCount(client.page, clientBell)
    // One notification names the approval and the released money.
    await expectBellCount(creator.page, creatorBell + 1)
    await downloadOriginal(client, 2)
    await openProjectTab(client, 'files')
    await downloadOriginal(client, 2)
    await openProjectTab(client, 'overview')
    await downloadOriginal(client, 2)

    await openTask(client, tDashboard('do.fund', { subject: second.title }))
    await Promise.all([
      pay(client, 40_000),
      openFromToast(creator, tNotifications('milestone.funded.creator.title', { title: second.title })),
    ])
    await expect(creator.page.getByRole('heading', { level: 2, name: second.title, exact: true })).toBeVisible()
    await submitVersion(creator, 1)
    await expectVersionShown(client, 1)
    await approveVersion(client, 1, 40_000)

    const kenji = await openApiClient(url, 'Kenji')
    const [pending, available] = [
      await readBalance(kenji, 'creator.pending'),
      await readBalance(kenji, 'creator.available'),
    ]
    await client.page.goto('/payment')
    await expectBalances(client.page, { 'client.protected': 0, 'client.paid': 99_750 })
    await expectEntriesMakeUp(client, 'client.paid', 99_750)
    await creator.page.goto('/payment')
    await expectBalances(creator.page, { 'creator.pending': pending, 'creator.available': available })
    await expectEntriesMakeUp(creator, 'creator.pending', pending)
    await expectReceipt(client, first.title, 'client', 55_000)
    await expectReceipt(creator, first.title, 'creator', 55_000)

    const readFirstMilestone = async () =>
      (await creatorApiFor(kenji, url, names.client).readCommission()).milestones[0]
    const settledQuery = `select 1 from charges where milestone_id = $1 and settled_at is not null`
    await advanceClockByDays(kenji, 2)
    await waitUntil(
      'the payment to settle',
      async () => (await world.rows(settledQuery, [(await readFirstMilestone())?.id])).length > 0,
    )
    expect((await readFirstMilestone())?.money?.place, 'settled, but still in the five days of payout delay').toBe(
      'pending',
    )
    await advanceClockByDays(kenji, 3)
    await waitUntil(
      'the hold to be over',
      async () => (await readBalance(kenji, 'creator.available')) >= available + 85_500,
    )
    expect((await readFirstMilestone())?.money?.place).toBe('available')
    await expectBalances(creator.page, { 'creator.available': await readBalance(kenji, 'creator.available') })
    await requestPayout(creator, 85_500, 'Kenji')
    await expectPayout(creator.page, 85_500, 'requested', 'in_transit')
    await advanceClockByDays(kenji, 1)
    await expectPayout(creator.page, 85_500, 'paid')

    await client.page.goto(`/projects/${projectId}?view=chat`)
    await goToScreen(creator, 'messages')
    await dismissSnackbars(creator)
    await openConversation(creator, job.title)
    await sendMessage(client, 'The desk is on its way to the showroom.')
    await expectMessage(creator.page, 'The desk is on its way to the showroom.')
    await expectRead(client.page, 'The desk is on its way to the showroom.')
    await expectTypingIndicator(creator, client.page, names.creator)
    await sendMessage(creator, 'Send me a foto of it.')
    await expectMessage(client.page, 'Send me a foto of it.')
    await editMessage(creator, 'Send me a foto of it.', 'Send me a photo of it.')
    await expectMessage(client.page, 'Send me a photo of it.')
    await sendMessage(creator, 'This one was for somebody else.')
    await expectMessage(client.page, 'This one was for somebody else.')
    await deleteMessage(creator, 'This one was for somebody else.')
    await expectDeleted(client.page, 'This one was for somebody else.')

    await openTask(client, tDashboard('do.write-review', { name: names.creator }))
    await writeReview(client, names.creator, 5, 'Every joint is where the drawing says.')
    await creator.page.goto(`/projects/${projectId}`)
    await expectReviewHidden(creator.page, names.client, 'Every joint is where the drawing says.')
    const { items: published } = await kenji.call(listCreatorReviews, { params: { id: kenji.id }, query: {} })
    expect(published.map(({ text }) => text)).not.toContain('Every joint is where the drawing says.')
    await writeReview(creator, names.client, 4, 'Clear drawings and quick answers.')
    await expectReviewShown(creator.page, 'Every joint is where the drawing says.')
    await expectReviewShown(client.page, 'Clear drawings and quick answers.')
    await expectNoTasks(client)
    await client.page.goto(`/talent/${kenji.id}`)
    await expectReviewShown(client.page, 'Every joint is where the drawing says.')
    const { unread } = await kenji.call(listNotifications, { query: {} })
    await expectBellCount(creator.page, unread)

    const secondTab = await clientWindow.openTab()
    await secondTab.goto('/dashboard')
    await expect(secondTab.getByRole('heading', { level: 1 })).toBeVisible()
    await signOut(client, 'Nora')
    await Promise.all([expectSignedOut(client.page), expectSignedOut(secondTab)])
    await clientWindow.close()
    await creatorWindow.close()
  },
)

test('the client completes the whole commission on a phone, by touch', matrixOnly, async ({ world, browser }) => {
  test.setTimeout(240_000)
  const { url } = world.server
  const newUser = { name: 'Ines Duarte', email: newEmail('ines'), password: 'walnut desk for two' }
  const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7']
  const window = await openBrowserWindow(browser, url, { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch })
  await runClientJourney(
    touchInput(window.page),
    newUser,
    creatorApiFor(await openApiClient(url, 'Kenji'), url, newUser.name),
  )
  await window.close()
})
