import { expect, type Locator, type Page } from '@playwright/test'
import { readBalances } from '@veranda/contract/payments/routes.ts'
import type { BalanceKey } from '@veranda/contract/payments/schemas.ts'
import type { Hand } from '../support/hand.ts'
import type { Caller } from '../support/person.ts'
import { wordsOf } from '../support/words.ts'
import { euros } from './job.ts'

const t = wordsOf('payments')
const c = wordsOf('common')

/** What the ledger says of a balance in euros, in cents. */
export async function balanceOf(person: Caller, key: BalanceKey): Promise<number> {
  const { items } = await person.call(readBalances)
  return items.find((item) => item.key === key && item.amount.currency === 'EUR')?.amount.amount ?? 0
}

/** The figure under a balance's name on the payment screen. */
function figure(page: Page, key: BalanceKey): Locator {
  const side = page.getByRole('region', { name: t(key.startsWith('client.') ? 'side.client' : 'side.creator') })
  const name = side.getByRole('term').filter({ hasText: new RegExp(`^${t(`balance.${key}`)}$`) })
  return name.first().locator('xpath=following-sibling::dd[1]')
}

export async function expectBalances(page: Page, balances: Partial<Record<BalanceKey, number>>): Promise<void> {
  // The keys are those of the argument's type.
  for (const [key, cents] of Object.entries(balances) as [BalanceKey, number][]) {
    await expect(figure(page, key), key).toHaveText(euros(cents), { timeout: 20_000 })
  }
}

/** Opens the entries behind a figure and adds them up: they make the figure, in the heading and at the foot. */
export async function expectEntriesMakeUp(hand: Hand, key: BalanceKey, cents: number): Promise<void> {
  const { page } = hand
  await hand.press(figure(page, key).getByRole('link', { name: euros(cents) }))
  const dialog = page.getByRole('dialog', { name: t(`balance.${key}`) })
  const entries = dialog.getByRole('list', { name: t(`balance.${key}`) }).getByRole('listitem')
  await expect(entries.first()).toBeVisible()
  await expect(dialog.getByText(`${t('postings.sum')} ${euros(cents)}`)).toBeVisible()
  const effects = await entries.allInnerTexts()
  expect(effects.map(centsOf).reduce((sum, effect) => sum + effect, 0)).toBe(cents)
  await hand.press(dialog.getByRole('button', { name: c('close'), exact: true }).last())
  await expect(dialog).toHaveCount(0)
}

/** The amount with its sign that an entry ends with. */
function centsOf(entry: string): number {
  const [sign, amount] = /([+-])€([\d.,]+)\s*$/.exec(entry)?.slice(1) ?? []
  if (amount === undefined) throw new Error(`no amount in: ${entry}`)
  return Math.round(Number(`${sign}${amount.replaceAll(',', '')}`) * 100)
}

/** Asks for a part of what is available to be paid out. */
export async function askForPayout(hand: Hand, cents: number): Promise<void> {
  const { page } = hand
  // Days that pass at once tell of many things, which may pop up over it at any moment: by keyboard nothing is in the way.
  await page.getByRole('button', { name: t('payout.open') }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: t('payout.title') })
  await hand.write(dialog.getByLabel(t('payout.amount'), { exact: true }), (cents / 100).toFixed(2))
  await hand.press(dialog.getByRole('button', { name: t('payout.send', { sum: euros(cents) }) }))
  await expect(dialog).toHaveCount(0)
}

/** The newest payout of the list stands there with this sum and this state. */
export async function expectPayout(page: Page, cents: number, ...states: ('requested' | 'in_transit' | 'paid')[]) {
  const row = page
    .getByRole('list', { name: t('payouts.title') })
    .getByRole('listitem')
    .first()
  await expect(row).toContainText(euros(cents))
  const either = new RegExp(states.map((state) => t(`payout.${state}`)).join('|'))
  await expect(row).toContainText(either, { timeout: 20_000 })
}

/**
 * Opens a milestone's receipt from the list: it stands outside of the shell with its sum, and on paper there is nothing
 * that can only be pressed. Then goes back.
 */
export async function expectReceipt(
  hand: Hand,
  title: string,
  side: 'client' | 'creator',
  price: number,
): Promise<void> {
  const { page } = hand
  await hand.press(
    page
      .getByRole('list', { name: t('receipts.title') })
      .getByRole('link', { name: title })
      .first(),
  )
  const sheet = page.getByRole('article', { name: t(`receipt.title.${side}`) })
  await expect(sheet).toBeVisible()
  const total = euros(side === 'client' ? price * 1.05 : price * 0.9)
  await expect(sheet.getByRole('row').last()).toContainText(total)
  const print = page.getByRole('button', { name: t('receipt.print') })
  await expect(print).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(print).toBeHidden()
  await expect(sheet).toBeVisible()
  expect(await sheet.evaluate((element) => getComputedStyle(element).color)).toMatch(
    /^rgb\(\d{1,2}, \d{1,2}, \d{1,2}\)$/,
  )
  await page.emulateMedia({ media: 'screen' })
  await hand.press(page.getByRole('link', { name: t('receipt.back') }))
  await page.waitForURL('/payment')
}
