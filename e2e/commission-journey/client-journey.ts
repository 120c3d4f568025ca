import { expect } from '@playwright/test'
import { expectSignedOut, signOut } from '../support/sign-in.ts'
import type { InputDevice } from '../support/browser/input-device.ts'
import { translationsFor } from '../support/translations.ts'
import type { CreatorApi } from './creator-api.ts'
import { findKenji, type NewUser, readKenjiProfile, registerAndReturnTo, requestCommission } from './find-creator.ts'
import { pay, payWithDeclinedCard, payWithCode } from './funding.ts'
import { job } from './job-data.ts'
import { expectBalances, expectEntriesMakeUp, expectReceipt } from './payments-screen.ts'
import { acceptVersion, counterOffer, expectFees } from './offers.ts'
import { expectNoTasks, goToScreen, openProjectTab, openTask } from './navigation.ts'
import { expectReviewHidden, expectReviewShown, writeReview } from './reviews.ts'
import { expectMessage, sendMessage } from './chat.ts'
import { expectBellCount, expectToast } from './notifications.ts'
import { approveVersion, requestChanges, expectVersionShown } from './deliverables.ts'

const tNotifications = translationsFor('notifications')
const tDashboard = translationsFor('dashboard')
const tPanels = translationsFor('dashboard/panels')
const [first, second] = job.milestones

/**
 * Runs the client's whole journey with one input device, from registration to sign-out; the creator acts through the
 * API.
 */
export async function runClientJourney(input: InputDevice, newUser: NewUser, kenji: CreatorApi): Promise<void> {
  const { page } = input
  const names = { client: newUser.name, creator: 'Kenji Arai' }
  await registerAndReturnTo(input, '/search?q=desk', newUser)
  await findKenji(input)
  await readKenjiProfile(input)
  await requestCommission(input)

  await Promise.all([
    kenji.makeOffer(),
    expectToast(page, tNotifications('offer.made.title', { sender: names.creator })),
  ])
  await expectBellCount(page, 1)
  await openTask(input, tDashboard('do.answer-offer', { subject: job.title }))
  await expectFees(page, 100_000, 'client', names)
  await counterOffer(input)
  await kenji.answerCounter()
  await acceptVersion(input, 3, 95_000, names)

  await payWithDeclinedCard(input, 55_000)
  await payWithCode(input, 55_000)
  await kenji.submit(1, 1)
  await expectVersionShown(input, 1)
  await requestChanges(input)
  await kenji.submit(1, 2)
  await expectVersionShown(input, 2)
  await approveVersion(input, 2, 55_000, newUser.password)

  await openProjectTab(input, 'chat')
  await sendMessage(input, 'The apron is right now.')
  await kenji.writeMessage('Then on to the final model.')
  await expectMessage(page, 'Then on to the final model.')

  await openTask(input, tDashboard('do.fund', { subject: second.title }))
  await pay(input, 40_000)
  await kenji.submit(2, 1)
  await expectVersionShown(input, 1)
  await approveVersion(input, 1, 40_000)

  await openTask(input, tDashboard('do.write-review', { name: names.creator }))
  await kenji.review(4, 'Clear drawings and quick answers.')
  await expectReviewHidden(page, names.creator, 'Clear drawings and quick answers.')
  await writeReview(input, names.creator, 5, 'Every joint is where the drawing says.')
  await expectReviewShown(page, 'Clear drawings and quick answers.')

  await expectNoTasks(input)
  await input.press(page.getByRole('link', { name: tPanels('money.open') }))
  await expectBalances(page, { 'client.protected': 0, 'client.paid': 99_750 })
  await expectEntriesMakeUp(input, 'client.paid', 99_750)
  await expectReceipt(input, first.title, 'client', 55_000)
  await goToScreen(input, 'dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await signOut(input, newUser.name.split(' ', 1)[0] ?? '')
  await expectSignedOut(page)
}
