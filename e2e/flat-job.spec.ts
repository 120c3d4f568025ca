import { keyboard } from './support/keyboard.ts'
import { finger, mouse } from './support/hand.ts'
import { enter } from './support/person.ts'
import { openWindow } from './support/window.ts'
import { expect, test } from './support/world.ts'
import { wordsOf } from './support/words.ts'
import { creatorBy } from './flat-job/creator-calls.ts'
import { findKenji, readKenjisPage, registerFor, requestCommission } from './flat-job/find.ts'
import { job } from './flat-job/job.ts'
import { acceptVersion, answerCounter, counter, expectFees, writeOffer } from './flat-job/offers.ts'
import { enterByPress, openPart, openWhatWaits } from './flat-job/places.ts'
import { bellOf, expectBell, expectToast, toastOf } from './flat-job/told.ts'

const n = wordsOf('notifications')
const d = wordsOf('dashboard')

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
  await expectToast(creator.page, asked)
  await expectBell(creator.page, before + 1)
  await creator.press(toastOf(creator.page, asked).getByRole('link'))
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
  await clientWindow.close()
  await creatorWindow.close()
})
