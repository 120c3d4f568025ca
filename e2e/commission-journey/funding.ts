import { expect } from '@playwright/test'
import type { InputDevice } from '../support/browser/input-device.ts'
import { translationsFor } from '../support/translations.ts'
import { expectSnackbar } from './notifications.ts'
import { formatEuros } from './job-data.ts'

const tCommissions = translationsFor('commissions')
const tPayments = translationsFor('payments')

const cardName = (last4: string) => tPayments('card.name', { brand: 'Visa', last4 })

/** Pays with a declined card and expects the reason and a way to try again. */
export async function payWithDeclinedCard(input: InputDevice, price: number): Promise<void> {
  const { page } = input
  const sum = formatEuros(price * 1.05)
  await input.press(page.getByRole('button', { name: tCommissions('fund.open', { sum }) }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: tCommissions('fund.title.choose') })).toBeVisible()
  await input.choose(dialog.getByRole('radio', { name: cardName('0002') }))
  await input.press(dialog.getByRole('button', { name: tCommissions('fund.pay', { sum }) }))
  await expect(dialog.getByText(tPayments('pay.failure.declined'))).toBeVisible({ timeout: 20_000 })
}

/**
 * Pays in the open dialog with a card whose bank requires a code: an incomplete code is refused, the right one funds.
 */
export async function payWithCode(input: InputDevice, price: number): Promise<void> {
  const { page } = input
  const dialog = page.getByRole('dialog')
  await input.choose(dialog.getByRole('radio', { name: cardName('3184') }))
  await input.press(dialog.getByRole('button', { name: tCommissions('fund.pay', { sum: formatEuros(price * 1.05) }) }))
  const code = dialog.getByLabel(tPayments('factor.code'), { exact: true })
  await input.write(code, '123')
  const confirm = dialog.getByRole('button', { name: tPayments('factor.confirm') })
  await input.press(confirm)
  await expect(dialog.getByText(tPayments('factor.six'))).toBeVisible()
  await input.write(code, '123456')
  await input.press(confirm)
  await expectFunded(input, price)
}

/** Pays a milestone with a card that succeeds. */
export async function pay(input: InputDevice, price: number): Promise<void> {
  const { page } = input
  const sum = formatEuros(price * 1.05)
  await input.press(page.getByRole('button', { name: tCommissions('fund.open', { sum }) }))
  const dialog = page.getByRole('dialog')
  await input.choose(dialog.getByRole('radio', { name: cardName('4242') }))
  await input.press(dialog.getByRole('button', { name: tCommissions('fund.pay', { sum }) }))
  await expectFunded(input, price)
}

/** Expects the dialog to close by itself, and the page to say that the funds are protected. */
async function expectFunded({ page }: InputDevice, price: number): Promise<void> {
  await expectSnackbar(page, tCommissions('fund.protected', { sum: formatEuros(price) }))
  await expect(page.getByRole('heading', { name: tCommissions('fund.title.wait') })).toHaveCount(0)
  await expect(page.getByText(tCommissions('place.protected')).first()).toBeVisible()
}
