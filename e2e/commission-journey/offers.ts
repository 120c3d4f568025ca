import { expect, type Locator, type Page } from '@playwright/test'
import type { InputDevice } from '../support/browser/input-device.ts'
import { translationsFor } from '../support/translations.ts'
import { formatEuros, job } from './job-data.ts'
import { expectSnackbar } from './notifications.ts'

const tCommissions = translationsFor('commissions')
const tCommon = translationsFor('common')

const milestoneGroup = (page: Page, number: number): Locator =>
  page.getByRole('group', { name: tCommissions('offer.milestone', { number }), exact: true })
const labelledField = (within: Page | Locator, name: string): Locator => within.getByLabel(name, { exact: true })

/** Expects the fee breakdown that both sides read before accepting. `price` in cents. */
export async function expectFees(page: Page | Locator, price: number, side: 'client' | 'creator', names: PartyNames) {
  const terms = page.getByRole('term')
  const expectLine = (label: string, amount: string) =>
    expect(terms.filter({ hasText: label }).locator('xpath=following-sibling::dd').first()).toHaveText(amount)
  const pays = side === 'client' ? tCommissions('fees.you-pay') : tCommissions('fees.pays', { name: names.client })
  const receives =
    side === 'creator' ? tCommissions('fees.you-receive') : tCommissions('fees.receives', { name: names.creator })
  await expectLine(pays, formatEuros(price * 1.05))
  await expectLine(tCommissions('fees.client-fee', { rate: '5%' }), `+ ${formatEuros(price * 0.05)}`)
  await expectLine(tCommissions('fees.creator-fee', { rate: '10%' }), `− ${formatEuros(price * 0.1)}`)
  await expectLine(receives, formatEuros(price * 0.9))
}

export type PartyNames = { client: string; creator: string }

/** Writes the creator's first offer: scope and two milestones. The fees update while it is written. */
export async function writeOffer(input: InputDevice, names: PartyNames): Promise<void> {
  const { page } = input
  await input.press(page.getByRole('button', { name: tCommissions('editor.open.first') }))
  await input.write(labelledField(page, tCommissions('offer.scope')), job.scope)
  for (const [index, { title, amount }] of job.milestones.entries()) {
    if (index > 0) await input.press(page.getByRole('button', { name: tCommissions('offer.milestone.add') }))
    const row = milestoneGroup(page, index + 1)
    await input.write(labelledField(row, tCommissions('offer.title')), title)
    await input.write(labelledField(row, tCommissions('offer.amount')), String(amount / 100))
  }
  await expectFees(page, 100_000, 'creator', names)
  await input.press(page.getByRole('button', { name: tCommissions('editor.send.offer') }))
  await expectSnackbar(page, tCommissions('editor.sent.offer'))
  // The page is not left scrolled down to where the form was.
  await expect(page.locator('#offer')).toBeInViewport()
  await expect(page.locator('#offer')).toBeFocused()
}

/** Counters with another price for the first milestone; sending requires a reason. */
export async function counterOffer(input: InputDevice): Promise<void> {
  const { page } = input
  await input.press(page.getByRole('button', { name: tCommissions('counter.open') }))
  await input.write(
    labelledField(milestoneGroup(page, 1), tCommissions('offer.amount')),
    String(job.counter.amount / 100),
  )
  const send = page.getByRole('button', { name: tCommissions('editor.send.counter') })
  await input.press(send)
  const reason = labelledField(page, tCommissions('editor.reason.counter'))
  await expect(reason).toBeFocused()
  await input.write(reason, job.counter.reason)
  await input.press(send)
  await expectSnackbar(page, tCommissions('editor.sent.counter'))
}

/** Reads the counter-offer with its reason and responds with another version. */
export async function answerCounter(input: InputDevice): Promise<void> {
  const { page } = input
  await expect(page.getByText(job.counter.reason)).toBeVisible()
  await input.press(page.getByRole('button', { name: tCommissions('editor.open.answer') }))
  await input.write(labelledField(page, tCommissions('editor.reason.offer')), job.revised.reason)
  await input.write(
    labelledField(milestoneGroup(page, 1), tCommissions('offer.amount')),
    String(job.revised.amount / 100),
  )
  await input.press(page.getByRole('button', { name: tCommissions('editor.send.offer') }))
  await expectSnackbar(page, tCommissions('editor.sent.offer'))
  // The page is not left scrolled down to where the form was.
  await expect(page.locator('#offer')).toBeInViewport()
  await expect(page.locator('#offer')).toBeFocused()
}

/** Accepts one version: the dialog shows its number and full content hash, and consent is required. */
export async function acceptVersion(
  input: InputDevice,
  number: number,
  price: number,
  names: PartyNames,
): Promise<void> {
  const { page } = input
  await expect(page.getByText(job.revised.reason)).toBeVisible()
  await input.press(page.getByRole('button', { name: tCommissions('accept.open') }))
  const dialog = page.getByRole('dialog', { name: tCommissions('accept.title', { number }) })
  await expect(dialog.getByText(tCommon('version', { number }), { exact: false }).first()).toBeVisible()
  const checksum = dialog.getByLabel(tCommissions('version.whole-hash'))
  await expect(checksum).toBeHidden()
  await input.press(dialog.getByText(tCommissions('version.show-hash')))
  await expect(checksum).toBeVisible()
  await expect(checksum).toHaveText(/^[0-9a-f]{64}$/)
  await expectFees(dialog, price, 'client', names)
  const accept = dialog.getByRole('button', { name: tCommissions('accept.act', { number }) })
  await input.press(accept)
  await expect(dialog.getByText(tCommissions('accept.terms.missing'))).toBeVisible()
  await input.choose(dialog.getByRole('checkbox'))
  await input.press(accept)
  await expect(dialog).toHaveCount(0)
  await page.waitForURL(/view=milestones/)
}
