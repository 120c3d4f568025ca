import { expect } from '@playwright/test'
import { expectSignedOut, signOut } from '../support/entrance.ts'
import type { Hand } from '../support/hand.ts'
import { wordsOf } from '../support/words.ts'
import type { CreatorBy } from './creator-calls.ts'
import { findKenji, type Newcomer, readKenjisPage, registerFor, requestCommission } from './find.ts'
import { pay, payInVain, payWithCode } from './fund.ts'
import { job } from './job.ts'
import { expectBalances, expectEntriesMakeUp, expectReceipt } from './money.ts'
import { acceptVersion, counter, expectFees } from './offers.ts'
import { expectNothingWaits, goToScreen, openPart, openWhatWaits } from './places.ts'
import { expectHidden, expectShown, writeReview } from './reviews.ts'
import { expectSaid, say } from './talk.ts'
import { expectBell, expectToast } from './told.ts'
import { approve, askForChanges, lookAtVersion } from './work.ts'

const n = wordsOf('notifications')
const d = wordsOf('dashboard')
const [first, second] = job.milestones

/** The client's whole way with one kind of hand, from the sign-in screen and back to it; the creator has no screen. */
export async function walkAsClient(hand: Hand, who: Newcomer, kenji: CreatorBy): Promise<void> {
  const { page } = hand
  const names = { client: who.name, creator: 'Kenji Arai' }
  await registerFor(hand, '/search?q=desk', who)
  await findKenji(hand)
  await readKenjisPage(hand)
  await requestCommission(hand)

  await Promise.all([kenji.makeOffer(), expectToast(page, n('offer.made.title', { sender: names.creator }))])
  await expectBell(page, 1)
  await openWhatWaits(hand, d('do.answer-offer', { subject: job.title }))
  await expectFees(page, 100_000, 'client', names)
  await counter(hand)
  await kenji.answerCounter()
  await acceptVersion(hand, 3, 95_000, names)

  await payInVain(hand, 55_000)
  await payWithCode(hand, 55_000)
  await kenji.submit(1, 1)
  await lookAtVersion(hand, 1)
  await askForChanges(hand)
  await kenji.submit(1, 2)
  await lookAtVersion(hand, 2)
  await Promise.all([
    approve(hand, 2, 55_000, who.password),
    expectToast(page, n('milestone.released.client.title', { title: first.title })),
  ])

  await openPart(hand, 'chat')
  await say(hand, 'The apron is right now.')
  await kenji.say('Then on to the final model.')
  await expectSaid(page, 'Then on to the final model.')

  await openWhatWaits(hand, d('do.fund', { subject: second.title }))
  await pay(hand, 40_000)
  await kenji.submit(2, 1)
  await lookAtVersion(hand, 1)
  await approve(hand, 1, 40_000)

  await openWhatWaits(hand, d('do.review-person', { name: names.creator }))
  await kenji.review(4, 'Clear drawings and quick answers.')
  await expectHidden(page, names.creator, 'Clear drawings and quick answers.')
  await writeReview(hand, names.creator, 5, 'Every joint is where the drawing says.')
  await expectShown(page, 'Clear drawings and quick answers.')

  await expectNothingWaits(hand)
  await hand.press(page.getByRole('link', { name: d('money.open') }))
  await expectBalances(page, { 'client.protected': 0, 'client.paid': 99_750 })
  await expectEntriesMakeUp(hand, 'client.paid', 99_750)
  await expectReceipt(hand, first.title, 'client', 55_000)
  await goToScreen(hand, 'dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await signOut(hand, who.name.split(' ', 1)[0] ?? '')
  await expectSignedOut(page)
}
