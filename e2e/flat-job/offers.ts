import { expect, type Locator, type Page } from '@playwright/test'
import type { Hand } from '../support/hand.ts'
import { wordsOf } from '../support/words.ts'
import { euros, job } from './job.ts'
import { expectSnackbar } from './told.ts'

const t = wordsOf('projects')
const c = wordsOf('common')

const milestone = (page: Page, number: number): Locator =>
  page.getByRole('group', { name: t('offer.milestone', { number }), exact: true })
const field = (within: Page | Locator, name: string): Locator => within.getByLabel(name, { exact: true })

/** The two columns of fees that both sides read before anybody accepts. `price` in cents. */
export async function expectFees(page: Page | Locator, price: number, side: 'client' | 'creator', names: Names) {
  const lines = page.getByRole('term')
  const line = (label: string, amount: string) =>
    expect(lines.filter({ hasText: label }).locator('xpath=following-sibling::dd').first()).toHaveText(amount)
  const pays = side === 'client' ? t('fees.you-pay') : t('fees.pays', { name: names.client })
  const receives = side === 'creator' ? t('fees.you-receive') : t('fees.receives', { name: names.creator })
  await line(pays, euros(price * 1.05))
  await line(t('fees.client-fee', { rate: '5%' }), `+ ${euros(price * 0.05)}`)
  await line(t('fees.creator-fee', { rate: '10%' }), `− ${euros(price * 0.1)}`)
  await line(receives, euros(price * 0.9))
}

export type Names = { client: string; creator: string }

/** The creator's first offer: scope and two milestones; both sides' numbers follow while it is written. */
export async function writeOffer(hand: Hand, names: Names): Promise<void> {
  const { page } = hand
  await hand.press(page.getByRole('button', { name: t('editor.open.first') }))
  await hand.write(field(page, t('offer.scope')), job.scope)
  for (const [index, { title, amount }] of job.milestones.entries()) {
    if (index > 0) await hand.press(page.getByRole('button', { name: t('offer.milestone.add') }))
    const row = milestone(page, index + 1)
    await hand.write(field(row, t('offer.title')), title)
    await hand.write(field(row, t('offer.amount')), String(amount / 100))
  }
  await expectFees(page, 100_000, 'creator', names)
  await hand.press(page.getByRole('button', { name: t('editor.send.offer') }))
  await expectSnackbar(page, t('editor.sent.offer'))
}

/** The client proposes another price for the first milestone, and says why; without a reason it is not sent. */
export async function counter(hand: Hand): Promise<void> {
  const { page } = hand
  await hand.press(page.getByRole('button', { name: t('counter.open') }))
  await hand.write(field(milestone(page, 1), t('offer.amount')), String(job.counter.amount / 100))
  const send = page.getByRole('button', { name: t('editor.send.counter') })
  await hand.press(send)
  const reason = field(page, t('editor.reason.counter'))
  await expect(reason).toBeFocused()
  await hand.write(reason, job.counter.reason)
  await hand.press(send)
  await expectSnackbar(page, t('editor.sent.counter'))
}

/** The creator reads the counter-offer with its reason and what it changes, and answers with another version. */
export async function answerCounter(hand: Hand): Promise<void> {
  const { page } = hand
  await expect(page.getByText(job.counter.reason)).toBeVisible()
  await hand.press(page.getByRole('button', { name: t('editor.open.answer') }))
  await hand.write(field(page, t('editor.reason.offer')), job.again.reason)
  await hand.write(field(milestone(page, 1), t('offer.amount')), String(job.again.amount / 100))
  await hand.press(page.getByRole('button', { name: t('editor.send.offer') }))
  await expectSnackbar(page, t('editor.sent.offer'))
}

/** The client accepts one version: the dialog names its number and whole content hash; nothing goes without consent. */
export async function acceptVersion(hand: Hand, number: number, price: number, names: Names): Promise<void> {
  const { page } = hand
  await expect(page.getByText(job.again.reason)).toBeVisible()
  await hand.press(page.getByRole('button', { name: t('accept.open') }))
  const dialog = page.getByRole('dialog', { name: t('accept.title') })
  await expect(dialog.getByText(c('version', { number }), { exact: false }).first()).toBeVisible()
  await expect(dialog.getByLabel(t('version.whole-hash'))).toHaveText(/^[0-9a-f]{64}$/)
  await expectFees(dialog, price, 'client', names)
  const accept = dialog.getByRole('button', { name: t('accept.act', { number }) })
  await hand.press(accept)
  await expect(dialog.getByText(t('accept.terms.missing'))).toBeVisible()
  await hand.choose(dialog.getByRole('checkbox'))
  await hand.press(accept)
  await expect(dialog).toHaveCount(0)
  await page.waitForURL(/view=milestones/)
}
