import { expect } from '@playwright/test'
import type { Hand } from '../support/hand.ts'
import { wordsOf } from '../support/words.ts'
import { euros } from './job.ts'

const t = wordsOf('projects')
const c = wordsOf('common')
const payments = wordsOf('payments')

const card = (last4: string) => payments('card.name', { brand: 'Visa', last4 })

/** Pays with a card that is declined: reads the reason, and that nothing was charged; stays where one can try again. */
export async function payInVain(hand: Hand, price: number): Promise<void> {
  const { page } = hand
  const sum = euros(price * 1.05)
  await hand.press(page.getByRole('button', { name: t('fund.open', { sum }) }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: t('fund.title.choose') })).toBeVisible()
  await hand.choose(dialog.getByRole('radio', { name: card('0002') }))
  await hand.press(dialog.getByRole('button', { name: t('fund.pay', { sum }) }))
  await expect(dialog.getByText(payments('pay.failure.declined'))).toBeVisible({ timeout: 20_000 })
}

/** Pays in the open dialog with the card whose bank asks for a code: a wrong form is refused, the right one protects. */
export async function payWithCode(hand: Hand, price: number): Promise<void> {
  const { page } = hand
  const dialog = page.getByRole('dialog')
  await hand.choose(dialog.getByRole('radio', { name: card('3184') }))
  await hand.press(dialog.getByRole('button', { name: t('fund.pay', { sum: euros(price * 1.05) }) }))
  const code = dialog.getByLabel(payments('factor.code'), { exact: true })
  await hand.write(code, '123')
  const confirm = dialog.getByRole('button', { name: payments('factor.confirm') })
  await hand.press(confirm)
  await expect(dialog.getByText(payments('factor.six'))).toBeVisible()
  await hand.write(code, '123456')
  await hand.press(confirm)
  await finish(hand, price)
}

/** Pays a milestone with the card that simply works. */
export async function pay(hand: Hand, price: number): Promise<void> {
  const { page } = hand
  const sum = euros(price * 1.05)
  await hand.press(page.getByRole('button', { name: t('fund.open', { sum }) }))
  const dialog = page.getByRole('dialog')
  await hand.choose(dialog.getByRole('radio', { name: card('4242') }))
  await hand.press(dialog.getByRole('button', { name: t('fund.pay', { sum }) }))
  await finish(hand, price)
}

/** The dialog tells that the money is protected, and so does the milestone behind it. */
async function finish({ page, press }: Hand, price: number): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(t('fund.protected', { sum: euros(price) }))).toBeVisible({ timeout: 20_000 })
  await press(dialog.getByRole('button', { name: c('done') }))
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(t('place.protected')).first()).toBeVisible()
}
