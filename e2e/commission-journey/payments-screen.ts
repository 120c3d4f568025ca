import { stepUpIn } from '../support/step-up.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { readBalances } from '@veranda/contract/payments/routes.ts'
import type { BalanceKey } from '@veranda/core/payments/balances.ts'
import type { InputDevice } from '../support/browser/input-device.ts'
import type { ApiClient } from '../support/api-client.ts'
import { translationsFor } from '../support/translations.ts'
import { formatEuros } from './job-data.ts'

const tPayments = translationsFor('payments')
const tCommon = translationsFor('common')

/** Returns a balance in euros from the API, in cents. */
export async function readBalance(client: ApiClient, key: BalanceKey): Promise<number> {
  const { items } = await client.call(readBalances)
  return items.find((item) => item.key === key && item.amount.currency === 'EUR')?.amount.amount ?? 0
}

/** Returns the figure under a balance's name on the payments screen. */
function balanceFigure(page: Page, key: BalanceKey): Locator {
  const side = page.getByRole('region', { name: tPayments(key.startsWith('client.') ? 'side.client' : 'side.creator') })
  const name = side.getByRole('term').filter({ hasText: new RegExp(`^${tPayments(`balance.${key}`)}$`) })
  return name.first().locator('xpath=following-sibling::dd[1]')
}

/** Shows the figures behind the sentences of every side. */
async function showFigures(page: Page): Promise<void> {
  const closed = page.getByRole('main').getByRole('button', { name: tPayments('figures.show'), exact: true })
  await expect(page.getByRole('button', { name: /balances$/ }).first()).toBeVisible()
  while ((await closed.count()) > 0) await closed.first().click()
}

/** Expects these figures of the payment screen, in cents. */
export async function expectBalances(page: Page, balances: Partial<Record<BalanceKey, number>>): Promise<void> {
  await showFigures(page)
  // The keys are those of the argument's type.
  for (const [key, cents] of Object.entries(balances) as [BalanceKey, number][]) {
    await expect(balanceFigure(page, key), key).toHaveText(formatEuros(cents), { timeout: 20_000 })
  }
}

/** Opens the entries behind a figure and expects their sum to equal it, in the heading and at the end of the list. */
export async function expectEntriesMakeUp(input: InputDevice, key: BalanceKey, cents: number): Promise<void> {
  const { page } = input
  await showFigures(page)
  await input.press(balanceFigure(page, key).getByRole('link', { name: formatEuros(cents) }))
  const dialog = page.getByRole('dialog', { name: tPayments(`balance.${key}`) })
  const entries = dialog.getByRole('list', { name: tPayments(`balance.${key}`) }).getByRole('listitem')
  await expect(entries.first()).toBeVisible()
  await expect(dialog.getByText(`${tPayments('entries.sum')} ${formatEuros(cents)}`)).toBeVisible()
  const effects = await entries.allInnerTexts()
  expect(effects.map(parseCents).reduce((sum, effect) => sum + effect, 0)).toBe(cents)
  await input.press(dialog.getByRole('button', { name: tCommon('close'), exact: true }).last())
  await expect(dialog).toHaveCount(0)
}

/** Returns the signed amount at the end of an entry, in cents. */
function parseCents(entry: string): number {
  const [sign, amount] = /([+−])€([\d.,]+)\s*$/.exec(entry)?.slice(1) ?? []
  if (amount === undefined) throw new Error(`no amount in entry: ${entry}`)
  return Math.round(Number(amount.replaceAll(',', '')) * 100) * (sign === '−' ? -1 : 1)
}

/** Requests a payout of part of the available balance, which asks a demo user to confirm by one press. */
export async function requestPayout(input: InputDevice, cents: number, firstName: string): Promise<void> {
  const { page } = input
  // Advancing the clock causes many toasts that may cover the button; the keyboard still reaches it.
  await page.getByRole('button', { name: tPayments('payout.open') }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: tPayments('payout.title') })
  await input.write(dialog.getByLabel(tPayments('payout.amount'), { exact: true }), (cents / 100).toFixed(2))
  await stepUpIn(input, dialog, { firstName })
  await input.press(dialog.getByRole('button', { name: tPayments('payout.send', { sum: formatEuros(cents) }) }))
  await expect(dialog).toHaveCount(0)
}

/** Expects the newest payout in the list with this amount and state. */
export async function expectPayout(page: Page, cents: number, ...states: ('requested' | 'in_transit' | 'paid')[]) {
  const row = page
    .getByRole('list', { name: tPayments('payouts.title') })
    .getByRole('listitem')
    .first()
  await expect(row).toContainText(formatEuros(cents))
  const statePattern = new RegExp(states.map((state) => tPayments(`payout.${state}`)).join('|'))
  await expect(row).toContainText(statePattern, { timeout: 20_000 })
}

/**
 * Opens a milestone's receipt from the list, expects its total and that controls are hidden in print, and goes back.
 * The receipt is shown outside the shell.
 */
export async function expectReceipt(
  input: InputDevice,
  title: string,
  side: 'client' | 'creator',
  price: number,
): Promise<void> {
  const { page } = input
  await input.press(
    page
      .getByRole('list', { name: tPayments('receipts.title') })
      .getByRole('link', { name: title })
      .first(),
  )
  const receipt = page.getByRole('article', { name: tPayments(`receipt.title.${side}`) })
  await expect(receipt).toBeVisible()
  const total = formatEuros(side === 'client' ? price * 1.05 : price * 0.9)
  await expect(receipt.getByRole('row').last()).toContainText(total)
  const print = page.getByRole('button', { name: tPayments('receipt.print') })
  await expect(print).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(print).toBeHidden()
  await expect(receipt).toBeVisible()
  expect(await receipt.evaluate((element) => getComputedStyle(element).color)).toMatch(
    /^rgb\(\d{1,2}, \d{1,2}, \d{1,2}\)$/,
  )
  await page.emulateMedia({ media: 'screen' })
  await input.press(page.getByRole('link', { name: tPayments('receipt.back') }))
  await page.waitForURL('/payment')
}
